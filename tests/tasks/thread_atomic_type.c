// What is `_Atomic` is read and written as a whole, and counting is one step: no race and no lost update.
// property: assertion,race
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
_Atomic int x;
_Atomic(int) y;
void *inc(void *a) {
  x++, x += 2;
  y = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(x == 6 && y == 1);
}
