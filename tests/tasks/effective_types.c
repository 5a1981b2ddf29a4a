// An object is accessed as one of an incompatible type (6.5p7): what each access finds are the bytes that are there.
// property: assertion
// expect: holds
// assumes: an object may be accessed as any type: effective types are not checked (`-fno-strict-aliasing`)
#include <assert.h>
int f(int *i, float *p) {
  *i = 1;
  *p = 0.0f;
  return *i;
}
int main(void) {
  int x;
  assert(f(&x, (float *)&x) == 0);
  return 0;
}
