// From the second round on, two inputs change places for ever.
// expect: holds
// engines: bmc
#include <assert.h>
int nondet_int(void);
signed char nondet_char(void);
signed char now, next;
int main(void) {
  signed char one = nondet_char(), other = nondet_char();
  int ready = 0;
  while (1) {
    if (!ready) {
      now = one;
      next = other;
      ready = 1;
    } else {
      signed char last = now;
      now = next;
      next = last;
    }
    if (nondet_int()) assert(now == one || now == other);
  }
}
