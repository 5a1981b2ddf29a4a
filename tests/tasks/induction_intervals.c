// How far `x` goes beyond its limit is what intervals know, that `y` is the same is what induction guesses: the proof
// needs both.
// property: assertion
// engines: bmc auto
// expect: holds
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int x = 0, y = 0;
  while (nondet_int()) {
    if (x < 990) {
      x += 17;
      y += 17;
    } else {
      x = nondet_int() & 1 ? 5 : 11;
      y = x;
    }
  }
  __CPROVER_assert(2 * y < 2013, "not further");
}
