// The sign of a NaN from outside is a bit like others: it may be set.
// expect: violated(assertion@8)
double nondet_double(void);

int main(void) {
  double x = nondet_double();
  if (x == x) __CPROVER_assert(!__builtin_signbit(-x) == !!__builtin_signbit(x), "a number has a sign");
  if (x != x) __CPROVER_assert(!__builtin_signbit(x), "it may be set");
}
