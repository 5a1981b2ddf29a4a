// A thread that does not want to be cancelled is not, until it wants to again.
// property: assertion
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *a) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  x = 1;
  pthread_testcancel();
  x = 2;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  x = 3;
  pthread_testcancel();
  x = 4;
  return 0;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == 0 || x == 3 || x == 0);
  assert(x != 1 && x != 2);
}
