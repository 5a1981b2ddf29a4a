// What is not supported in one operand of a condition does not touch the ways around it.
// property: assertion
// expect: violated(assertion@12)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int other(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && __builtin_apply_args())
    x = 3;
  assert(x != 2);
  return 0;
}
