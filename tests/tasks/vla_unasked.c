// The length of an array, where it is not asked whether it is possible.
// property: assertion
// expect: holds
// assumes: lengths of variable-length arrays are assumed to be positive and not too large, since `vla` is not checked
#include <assert.h>
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  char c[n];
  assert(sizeof c < 0x80000000u);
  return 0;
}
