// An atomic section races with a plain access that another thread comes to stand before only after a step that does not
// matter to the section.
// property: race
// expect: violated(race@12)
// engines: auto paths
#include <pthread.h>
#include <stdatomic.h>
int x;
atomic_int y;
void *work(void *arg) {
  y = 1;
  x = 2; // fails
  return arg;
}
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  return y;
}
