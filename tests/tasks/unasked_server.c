// A loop without end that makes an access in each round, with an index that may be wrong: what never ends has gone
// wrong nowhere.
// property: assertion
// expect: holds
// engines: auto bmc
#include <assert.h>
unsigned nd(void);
int main(void) {
  int a[8] = {0};
  while (1) {
    unsigned i = nd();
    a[i] = 1;
    assert(i < 8);
  }
}
