// A loop that goes on as long as somebody wants makes an access in each round, with an index that may be wrong: some
// executions are wrong in no round.
// property: assertion
// expect: holds
// engines: auto bmc
#include <assert.h>
unsigned nd(void);
int main(void) {
  int a[2] = {0};
  while (nd()) {
    unsigned i = nd();
    a[i] = 1;
    assert(i < 2);
  }
  return 0;
}
