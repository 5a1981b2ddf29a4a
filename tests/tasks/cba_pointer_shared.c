// What a shared pointer leads to is changed before it is written through: a translation may guess only what was there.
// property: assertion
// expect: violated(assertion@16)
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
#include <assert.h>
#include <pthread.h>
int x, y;
int *p = &y;
void *work(void *unused) {
  p = &x;
  *p = 2;
  assert(x + y <= 2);
  assert(y != 2);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  p = &y;
}
