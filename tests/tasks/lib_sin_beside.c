// A violation that does not depend on the sine is one.
// expect: violated(assertion@9)
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = cos(x);
  (void)y;
  assert(x != 3);
  return 0;
}
