// What `lrint` gives for a number that does not fit is not specified, but no more than that (7.12.9.5).
// expect: violated(assertion@9)
#include <assert.h>
#include <limits.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  assert(lrint(2.5) == 2 && lround(2.5) == 3);
  assert(llrint(1e30) == LLONG_MIN);
  double x = __VERIFIER_nondet_double();
  long n = lrint(x);
  assert(!(x >= 0 && x <= 100) || n >= 0 && n <= 100);
  return 0;
}
