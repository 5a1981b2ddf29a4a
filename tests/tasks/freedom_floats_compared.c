// Comparing, negating and converting to a wider type is exact however it is evaluated.
// expect: holds
// assumes: nothing
#include <assert.h>
int main(void) {
  float half = 0.5f;
  double wide = -half;
  assert(wide < 0.25 && half > 0);
  return 0;
}
