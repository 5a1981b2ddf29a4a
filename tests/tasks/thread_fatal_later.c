// What others see before a thread runs into something invalid counts, although nothing counts after it.
// property: assertion,deref
// expect: violated(deref@8) violated(assertion@14)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *a) { x = 1, *(int *)a = 1; return 0; }
/* */
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int seen = x;
  assert(seen == 0);
  pthread_join(t, 0);
}
