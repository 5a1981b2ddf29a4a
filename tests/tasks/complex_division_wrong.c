// A quotient of complex numbers that is not what it is said to be.
// expect: violated(assertion@8)
// engines: auto bmc paths
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  double _Complex a = n == 3 ? 4.0i : 2.0, b = 2.0i;
  __CPROVER_assert(a / b != 2.0, "it is for 3");
}
