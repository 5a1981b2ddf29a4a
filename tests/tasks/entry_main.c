// The same program from main.
// expect: holds
int helper(int x) {
  __CPROVER_assert(x < 100, "called with 3");
  return x;
}
int main(void) { return helper(3); }
