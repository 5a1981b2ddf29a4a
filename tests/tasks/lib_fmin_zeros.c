// Which of two zeros is the smaller one is left open.
// property: assertion
// expect: violated(assertion@7) violated(assertion@8)
#include <assert.h>
#include <math.h>
int main(void) {
  assert(signbit(fmin(0.0, -0.0)));
  assert(!signbit(fmin(0.0, -0.0)));
  return fmin(1.0, NAN) == 1 && fmax(2.0, 3.0) == 3;
}
