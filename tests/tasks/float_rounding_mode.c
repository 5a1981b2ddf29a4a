// The rounding mode may be chosen at run time.
// expect: violated(assertion@16)
#include <fenv.h>
extern int nondet_int(void);
extern float nondet_float(void);
int main(void) {
  float x = nondet_float(), y = nondet_float();
  if (!(x > 1.0f && x < 2.0f && y > 0.0f && y < 1.0f)) return 0;
  fesetround(FE_UPWARD);
  float up = x + y;
  fesetround(FE_DOWNWARD);
  float down = x + y;
  __CPROVER_assert(down <= up && fegetround() == FE_DOWNWARD, "in order");
  fesetround(nondet_int() ? FE_TOWARDZERO : FE_UPWARD);
  float chosen = x + y;
  __CPROVER_assert(chosen == down, "either of them");
  __CPROVER_assert(chosen == up || chosen == down, "no other");
  return 0;
}
