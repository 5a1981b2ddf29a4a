// Both ends are possible, and nothing else but a cancellation point is one.
// property: assertion
// expect: violated(assertion@18) violated(assertion@19)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *a) {
  x = 1;
  pthread_testcancel();
  return 0;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t), pthread_join(t, &result);
  assert(result == 0);
  assert(result != 0);
  assert(x == 1);
}
