// Calls that are too deep to be followed are no part of a proof.
// property: assertion
// expect: violated(assertion@10)
extern int nondet_int(void);
static int depth(int n) { return n > 0 ? 1 + depth(n - 1) : 0; }
int main(void) {
  int n = nondet_int(), i = 0;
  if (n > 20) return 0;
  while (nondet_int()) i = 1 - i;
  __CPROVER_assert(depth(n) < 20 || i > 1, "not so deep");
  return i;
}
