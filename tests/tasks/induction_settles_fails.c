// What has settled changes again, soon or late.
// expect: violated(assertion@16) violated(assertion@17)
// engines: auto bmc
#include <assert.h>
int nondet_int(void);
signed char nondet_char(void);
signed char early, late;
int main(void) {
  signed char said = nondet_char();
  int round = 0;
  while (1) {
    if (round < 1000) round++;
    if (round == 1) early = late = said;
    if (round == 7) early++;
    if (round == 400) late++;
    if (round > 2 && nondet_int()) assert(early == said);
    if (round > 2 && nondet_int()) assert(late == said);
  }
}
