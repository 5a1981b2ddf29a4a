// A loop without a bound that the assertion does not depend on is in nobody's way.
// property: assertion
// expect: holds
// engines: auto bmc
extern int nondet_int(void);
int main(void) {
  int n = nondet_int(), x = nondet_int();
  unsigned sum = 0;
  for (unsigned i = 0; i != (unsigned)n; i += 3) sum ^= i * (unsigned)n;
  if (x > 10) x = 10;
  __CPROVER_assert(x <= 10, "at most ten");
  return (int)sum;
}
