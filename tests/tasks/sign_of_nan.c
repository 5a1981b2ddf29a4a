// The sign of a NaN is not modelled: what depends on it is not answered.
// expect: unknown
double nondet_double(void);

int main(void) {
  double x = nondet_double();
  if (x == x) __CPROVER_assert(!__builtin_signbit(-x) == !!__builtin_signbit(x), "a number has a sign");
  if (x != x) __CPROVER_assert(!__builtin_signbit(x), "depends on it");
}
