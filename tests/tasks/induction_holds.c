// A loop without a bound: unwinding never ends, induction with invariants proves it.
// expect: holds
// engines: auto bmc
#include <assert.h>
int nondet_int(void);
int level;
int main(void) {
  int x = 0, turn = 0;
  while (nondet_int()) {
    if (x < 100) x++; else x = 0;
    level = x;
    turn = 1 - turn;
  }
  assert(x <= 100);
  assert(level >= 0);
  assert(turn == 0 || turn == 1);
}
