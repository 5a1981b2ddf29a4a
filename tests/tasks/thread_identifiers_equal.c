// The same, by the function for it.
// property: assertion
// expect: holds
// engines: auto paths
// assumes: the identifier of a thread is not given to a later thread
// assumes: threads can always be made
#include <assert.h>
#include <pthread.h>
void *work(void *a) { return 0; }
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, work, 0);
  assert(!pthread_equal(first, second));
  pthread_join(second, 0);
}
