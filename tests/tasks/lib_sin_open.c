// What the sine is exactly is not known: neither a violation nor a proof comes from it.
// property: assertion
// expect: unknown
#include <assert.h>
#include <math.h>
int main(void) {
  assert(sin(1.0) < 0.5);
  return 0;
}
