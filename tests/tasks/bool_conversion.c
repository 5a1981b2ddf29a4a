// Conversion to _Bool asks whether the value is zero.
// expect: violated(assertion@13)
extern int nondet_int(void);
extern double nondet_double(void);
int main(void) {
  int x = nondet_int();
  _Bool b = x, c = 256, d = 0.5, e = (void *)&x;
  __CPROVER_assert(b == (x != 0) && c == 1 && d == 1 && e == 1, "zero or one");
  _Bool f = nondet_double();
  __CPROVER_assert(f == 0 || f == 1, "nothing else");
  b += 5;
  __CPROVER_assert(b == 1, "stays one");
  __CPROVER_assert(!!x == x, "not every int");
  return 0;
}
