// Recursion cut off by a bound: the answer says so.
// property: assertion
// expect: bounded
// options: --unwind 5
extern int nondet_int(void);
static int f(int n) { return n == 0 ? 0 : f(n - 1); }
int main(void) {
  int n = nondet_int();
  if (n < 0) return 0;
  __CPROVER_assert(f(n) == 0, "always zero");
  return 0;
}
