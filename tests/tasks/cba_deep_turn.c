// A turn goes round a loop more often than it is unwound at first.
// property: assertion
// expect: violated(assertion@15)
// engines: auto paths cba
// options: --rounds 2
#include <pthread.h>
int x;
void *count(void *arg) {
  for (int i = 0; i < 20; i++) x++;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  __CPROVER_assert(x < 20, "not counted to the end");
  return 0;
}
