// kind: none
// seen by: none, a conversion to _Bool gives 0 or 1
#include <assert.h>
int main(void) {
  double half = 0.5;
  _Bool b = half;
  assert(b == 1);
  return 0;
}
