// Cancelling at any place is not modelled.
// property: assertion
// expect: unknown
// engines: auto paths
#include <pthread.h>
static int x;
static void *work(void *a) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  x = 1;
  x = 2;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  __CPROVER_assert(x != 1, "as a whole");
}
