// An atomic section writes through a pointer that it reads itself: others may look before it and behind it.
// property: assertion
// expect: violated(assertion@22)
// engines: auto paths disjuncts
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x, *shown = &x;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void *work(void *arg) {
  __VERIFIER_atomic_begin();
  int *p = shown;
  *p = 1;
  __VERIFIER_atomic_end();
  abort();
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int first = x, second = x;
  assert(first == second); // fails
  pthread_join(t, 0);
  return 0;
}
