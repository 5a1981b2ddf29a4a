// A float that does not fit, where that is not asked: the report says that conversions are assumed to fit.
// property: assertion
// expect: holds
// assumes: float-to-integer conversions are assumed to fit, since `conversion` is not checked
#include <assert.h>
int nondet_int(void);
int main(void) {
  double d = nondet_int() * 1e10;
  int i = (int)d;
  assert(i == i);
  return 0;
}
