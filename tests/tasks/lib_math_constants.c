// The values of functions of constants are known, but for the last places; what can be represented is taken to be exact.
// expect: holds
// assumes: `pow`, `exp2`, `log2`, `log10` and `hypot` of constants give exact results where these can be represented
#include <assert.h>
#include <math.h>
int main(void) {
  assert(pow(10, 2) == 100);
  assert(hypot(3, 4) == 5);
  double e = exp(1.0);
  assert(e > 2.718 && e < 2.719);
  double half = sin(0.5235987755982988);
  assert(half > 0.499 && half < 0.501);
  float root = cbrtf(2.0f);
  assert(root > 1.259f && root < 1.261f);
  assert(log2(8) == 3);
  return 0;
}
