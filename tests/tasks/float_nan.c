// NaN is unequal to itself.
// expect: violated(assertion@6)
extern double nondet_double(void);
int main(void) {
  double x = nondet_double();
  __CPROVER_assert(x == x, "not a number");
  if (x > 0.0) __CPROVER_assert(x + 0.0 == x, "adding zero");
  return 0;
}
