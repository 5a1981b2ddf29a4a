// A shared pointer takes the value of a number: a translation that guesses pointers guesses such ones as well.
// property: assertion
// expect: violated(assertion@19)
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
#include <assert.h>
#include <pthread.h>
void *p;
void *work(void *unused) {
  p = (void *)1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  void *seen = p;
  assert(seen != (void *)1);
}
