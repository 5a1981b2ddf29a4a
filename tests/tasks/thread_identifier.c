// A later thread may get the identifier of one that has ended: that it gets another one is assumed where two are compared.
// property: assertion
// expect: holds
// engines: auto paths
// assumes: the identifier of a thread is not given to a later thread
// assumes: threads can always be made
#include <assert.h>
#include <pthread.h>
struct job { pthread_t worker; };
void *work(void *a) { return 0; }
int main(void) {
  struct job first, second;
  pthread_create(&first.worker, 0, work, 0);
  pthread_join(first.worker, 0);
  pthread_create(&second.worker, 0, work, 0);
  assert(first.worker != second.worker);
  pthread_join(second.worker, 0);
}
