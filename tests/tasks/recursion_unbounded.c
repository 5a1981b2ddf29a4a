// Recursion cut off by a bound: the answer says so.
// property: assertion
// expect: bounded
// options: --unwind 5
extern int nondet_int(void);
static int f(int n, int k) { return n == 0 ? k : f(n - 1, k); }
int main(void) {
  int n = nondet_int(), k = nondet_int();
  if (n < 0) return 0;
  __CPROVER_assert(f(n, k) == k, "always the same");
  return 0;
}
