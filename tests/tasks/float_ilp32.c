// Every float operation rounds to its own type, also where a 32-bit compiler would use the x87.
// options: --data-model ILP32
// expect: violated(assertion@12)
#include <float.h>
extern float nondet_float(void);
int main(void) {
  volatile float big = 16777216.0f, one = 1.0f;
  __CPROVER_assert(big + one == big, "rounded at once");
  __CPROVER_assert(sizeof(long double) == 12 && FLT_EVAL_METHOD == 0, "as the macro says");
  float x = nondet_float(), y = x * 3.0f;
  if (!(x > 0 && x < 1)) return 0;
  __CPROVER_assert(y == x * 3.0, "not exact in float");
  return 0;
}
