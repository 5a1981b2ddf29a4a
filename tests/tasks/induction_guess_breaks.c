// A bound that is guessed holds for a while, and is broken in the end.
// property: assertion
// expect: violated(assertion@8)
extern int nondet_int(void);
int main(void) {
  int x = 0;
  while (nondet_int()) {
    __CPROVER_assert(x <= 40, "not in round 41");
    x++;
  }
  return 0;
}
