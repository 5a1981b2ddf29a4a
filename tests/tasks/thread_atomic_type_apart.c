// Reading and writing something `_Atomic` are two steps if they stand in two operations.
// property: assertion,race
// expect: violated(assertion@16)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
_Atomic int x;
void *inc(void *a) {
  x = x + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0), pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(x == 2);
}
