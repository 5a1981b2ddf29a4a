// Through a `restrict` parameter an object is written that is reached in another way too (6.7.3.1): not checked.
// property: assertion
// expect: holds
// assumes: `restrict` pointers are assumed to be the only way to what is written through them
#include <assert.h>
int f(int *restrict p, const int *q) {
  *p = 2;
  return *q;
}
int main(void) {
  int x = 1;
  assert(f(&x, &x) == 2);
  return 0;
}
