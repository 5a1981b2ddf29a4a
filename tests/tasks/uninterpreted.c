// Functions of which nothing is known but that the same arguments give the same result.
// property: assertion
// expect: violated(assertion@15)
// engines: auto bmc paths
int __CPROVER_uninterpreted_f(int);
unsigned char __CPROVER_uninterpreted_g(short, char);
int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
  int a = __CPROVER_uninterpreted_f(x), b = __CPROVER_uninterpreted_f(y);
  if (x == y) __CPROVER_assert(a == b, "a function");
  int c = __CPROVER_uninterpreted_g(1, 2), d = __CPROVER_uninterpreted_g(2, 1);
  __CPROVER_assert(__CPROVER_uninterpreted_g(1, 2) == c, "still");
  if (__CPROVER_uninterpreted_f(y + 1) == 5) __CPROVER_assert(__CPROVER_uninterpreted_f(1 + y) == 5, "still");
  __CPROVER_assert(c == d, "for other arguments perhaps not");
}
