// As `induction_intervals.c`, but one value that is reached is too large.
// property: assertion
// engines: bmc auto
// expect: violated(assertion@18)
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
  __CPROVER_assert(2 * y < 2006, "not further");
}
