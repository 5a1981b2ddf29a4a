// What settles after some rounds: only then does `told` hold the input, and no number of assumed rounds says so, since
// rounds may pass without a check.
// expect: holds
// engines: auto bmc
#include <assert.h>
int nondet_int(void);
signed char nondet_char(void);
signed char heard, told;
int main(void) {
  signed char said = nondet_char();
  int round = 0;
  while (1) {
    if (round < 3) {
      round++;
      if (round == 1) heard = said;
      if (round == 3) told = heard;
    } else if (nondet_int()) {
      assert(told == said);
    }
  }
}
