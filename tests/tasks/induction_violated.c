// Almost the same loop: it takes 78 rounds to go wrong, which no invariant may hide.
// expect: violated(assertion@12)
// engines: auto bmc
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = 0;
  while (nondet_int()) {
    if (x < 100) x++; else x = 0;
    if (x == 77 && nondet_int() == 5) x = 200;
  }
  assert(x <= 100);
}
