// `fma` rounds once: the product of two numbers near one is not a number of the format, and what remains is its tail.
// expect: holds
#include <assert.h>
#include <math.h>
int main(void) {
  double x = 1 + 0x1p-30;
  assert(fma(x, x, -(1 + 0x1p-29)) == 0x1p-60);
  assert(fmaf(1 + 0x1p-12f, 1 + 0x1p-12f, -(1 + 0x1p-11f)) == 0x1p-24f);
  assert(fma(0x1p1000, 0x1p1000, -INFINITY) == -INFINITY && isnan(fma(0, INFINITY, 1)));
  return 0;
}
