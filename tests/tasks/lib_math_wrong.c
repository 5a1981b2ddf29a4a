// A wrong claim about an exact function.
// expect: violated(assertion@7)
#include <assert.h>
#include <math.h>
int main(void) {
  int exponent;
  assert(frexp(8.0, &exponent) == 0.5 && exponent == 3);
  return 0;
}
