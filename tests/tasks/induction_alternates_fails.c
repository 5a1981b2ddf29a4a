// What alternates keeps neither value, and of three values it is not one of two; what follows from either is no proof.
// expect: violated(assertion@21) violated(assertion@22)
// engines: auto bmc
#include <assert.h>
int nondet_int(void);
signed char nondet_char(void);
int main(void) {
  signed char a = nondet_char(), b = nondet_char(), c = nondet_char();
  signed char two[2] = {a, b}, three[3] = {a, b, c};
  int round = 0;
  while (1) {
    signed char last = two[0];
    two[0] = two[1];
    two[1] = last;
    last = three[0];
    three[0] = three[1];
    three[1] = three[2];
    three[2] = last;
    if (round < 1000) round++;
    if (round > 400 && nondet_int()) {
      assert(two[0] == b);
      assert(three[0] == a || three[0] == b);
    }
  }
}
