// Functions whose names say that they are atomic.
// expect: holds
// engines: auto paths cba
#include <assert.h>
#include <pthread.h>
int x;
void __VERIFIER_atomic_inc(void) { x = x + 1; }
void *inc(void *a) {
  __VERIFIER_atomic_inc();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(x == 2);
}
