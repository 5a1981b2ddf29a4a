// Operations on constants after `fesetround`.
// expect: holds
// assumes: operations on constants round to nearest, whatever `fesetround` says
#include <fenv.h>
int main(void) {
  double nearest = 1.0 / 3.0;
  fesetround(FE_UPWARD);
  double up = 1.0 / 3.0;
  __CPROVER_assert(up == nearest, "constants");
}
