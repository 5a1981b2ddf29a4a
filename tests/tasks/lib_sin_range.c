// The sine lies between -1 and 1: that proves.
// expect: holds
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = sin(x);
  assert(isnan(y) || (y >= -1 && y <= 1));
  assert(sin(0.0) == 0);
  return 0;
}
