// An address that no unknown code is given: nobody writes there, in no round.
// property: assertion
// expect: holds
// engines: auto bmc
#include <assert.h>
void tick(int *p);
int cond(void);
int main(void) {
  int x = 0, y = 0;
  for (int i = 0; cond(); i++) {
    if (i == 10) tick(&y);
    x = 0;
    if (i == 50) {
      tick(0);
      assert(x == 0);
    }
  }
  return 0;
}
