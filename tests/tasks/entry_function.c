// Another entry function has arbitrary arguments.
// expect: violated(assertion@5)
// options: --function helper
int helper(int x) {
  __CPROVER_assert(x < 100, "any argument");
  return x;
}
int main(void) { return helper(3); }
