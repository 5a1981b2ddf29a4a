// Recursion with a known depth.
// expect: violated(assertion@6)
static unsigned fact(unsigned n) { return n < 2 ? 1 : n * fact(n - 1); }
int main(void) {
  __CPROVER_assert(fact(6) == 720, "6!");
  __CPROVER_assert(fact(5) == 121, "not 5!");
  return 0;
}
