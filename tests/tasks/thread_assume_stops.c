// An assumption that fails in one thread does not undo what others saw before it.
// property: assertion
// expect: violated(assertion@12)
// engines: auto paths
#include <pthread.h>
int x;
void *f(void *a) {
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  __CPROVER_assume(0);
  return 0;
}
void *g(void *a) { __CPROVER_assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 0, "x"); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(b, 0);
}
