// Mutual recursion with a symbolic depth of at most eight.
// expect: holds
extern unsigned nondet_uint(void);
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned n = nondet_uint();
  if (n > 7) return 0;
  __CPROVER_assert(even(n) == (n % 2 == 0), "parity");
  return 0;
}
