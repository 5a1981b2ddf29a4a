// Functions with exact results.
// expect: holds
#include <assert.h>
#include <math.h>
int main(void) {
  double whole;
  int exponent;
  assert(modf(-2.75, &whole) == -0.75 && whole == -2);
  assert(frexp(12.0, &exponent) == 0.75 && exponent == 4);
  assert(frexp(0x1p-1074, &exponent) == 0.5 && exponent == -1073);
  assert(ldexp(0.75, 4) == 12 && ldexp(1, 2000) == HUGE_VAL && ldexp(3, -1075) == 0x1p-1073);
  assert(scalbnf(1.5f, 3) == 12 && ilogb(10.0) == 3 && logb(0.25) == -2);
  assert(remainder(7, 4) == -1 && remainder(6, 4) == -2 && remainder(2, 4) == 2 && remainder(5, 3) == -1);
  assert(nextafter(1, 2) == 1 + 0x1p-52 && nextafterf(0, -1) == -0x1p-149f);
  assert(fmin(1, 2) == 1 && fdim(5, 3) == 2 && copysign(2, -1) == -2);
  assert(pow(7, 0) == 1 && exp(0) == 1 && isnan(log(-1)) && sqrtf(4) == 2);
  return 0;
}
