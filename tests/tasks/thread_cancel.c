// Cancelling a thread is not modelled: nothing is known if it can happen.
// property: assertion
// expect: unknown
// engines: auto paths
#include <assert.h>
#include <pthread.h>
void *work(void *a) {
  pthread_testcancel();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  assert(1);
}
