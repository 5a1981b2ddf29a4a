// A thread writes twice in an atomic section: by no translation, the value between the two is seen. Two rounds are all.
// property: assertion
// expect: holds
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;
static void put(int *p, int value) { *p = value; }
void *twice(void *p) {
  __VERIFIER_atomic_begin();
  put(p, 1);
  put(p, 0);
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, twice, &x);
  int seen = x;
  int again = x;
  assert(seen == 0 && again == 0);
}
