// Recursion without a bound: what a call returns is found by a fixpoint over what it returned before.
// property: assertion
// expect: holds
// engines: bam auto
extern int nondet_int(void);
int depth = 0;
int down(int n) {
  if (n <= 0)
    return 7;
  depth = 1;
  int result = down(n - 1);
  __CPROVER_assert(result == 7, "what the recursion returns");
  return result;
}
int main(void) {
  int result = down(nondet_int());
  __CPROVER_assert(result == 7 && depth <= 1, "what it returns and leaves behind");
  return 0;
}
