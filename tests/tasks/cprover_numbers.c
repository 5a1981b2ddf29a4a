// What CBMC adds to C for numbers and whole arrays.
// expect: violated(assertion@30) violated(assertion@34) violated(assertion@39)
#include <limits.h>
enum color { RED, GREEN = 5, BLUE };
enum color nondet_color(void);
int nondet_int(void);
double nondet_double(void);

int main(void) {
  __CPROVER_assert(__CPROVER_saturating_minus(INT_MIN, 1) == INT_MIN, "below");
  __CPROVER_assert(__CPROVER_saturating_plus(LONG_MAX, 1l) == LONG_MAX, "above");
  __CPROVER_assert(__CPROVER_saturating_minus(-1, INT_MIN) == INT_MAX, "just inside");
  __CPROVER_assert(__CPROVER_saturating_plus(ULONG_MAX, 1ul) == ULONG_MAX, "above, unsigned");
  __CPROVER_assert(__CPROVER_saturating_minus(10ul, ULONG_MAX) == 0, "below, unsigned");
  int i = nondet_int();
  __CPROVER_assert(__CPROVER_saturating_plus(i, 1) >= i, "never less");

  double a = nondet_double(), b = nondet_double();
  if (a == 0.0) __CPROVER_assert(__CPROVER_equal(a, 0.0) == !__CPROVER_signd(a), "zeros differ");
  __CPROVER_assert(__CPROVER_equal(a, a), "also if it is no number");
  __CPROVER_assume(__CPROVER_isnormald(b));
  __CPROVER_assert(!__CPROVER_isinfd(b) && !__CPROVER_isnand(b) && b != 0, "normal");
  __CPROVER_assert(__CPROVER_signf(-1.0f) && !__CPROVER_signld(1.0L), "signs");

  enum color c = nondet_color();
  if (__CPROVER_enum_is_in_range(c)) {
    __CPROVER_assert(c == RED || c == GREEN || c == BLUE, "one of them");
  } else {
    __CPROVER_assert(c != GREEN, "none of them");
    __CPROVER_assert(c > BLUE, "but maybe between them");
  }

  int x[2] = {1, i}, y[2] = {1, 2}, z[3] = {1, 2, 0};
  __CPROVER_assert(__CPROVER_array_equal(x, y), "equal only for one i");
  if (__CPROVER_array_equal(x, y)) __CPROVER_assert(i == 2, "that one");
  __CPROVER_assert(!__CPROVER_array_equal(y, z), "another size");

  __CPROVER_assert(__CPROVER_max_malloc_size > 1000, "a number");
  __CPROVER_assert(__CPROVER_max_malloc_size < sizeof(int), "a large one");
}
