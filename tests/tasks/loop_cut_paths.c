// Paths beyond the bound that is asked for were not looked at.
// property: assertion
// expect: bounded
// engines: bmc paths disjuncts
// options: --unwind 5
extern int nondet_int(void);
int main(void) {
  int i = 0;
  while (nondet_int()) {
    i++;
    __CPROVER_assert(i < 300, "not in round 300");
  }
  return 0;
}
