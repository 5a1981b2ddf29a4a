// Writes through an array of pointers.
// expect: violated(assertion@13)
extern int nondet_int(void);
int main(void) {
  int a = 1, b = 2, c = 3, *p[3] = {&a, &b, &c};
  int i = nondet_int();
  if (i < 0 || i > 2) return 0;
  *p[i] = 10;
  __CPROVER_assert(a + b + c == 15 - i - 0 || i > 0 || a == 10, "one changed");
  __CPROVER_assert((a == 10) + (b == 10) + (c == 10) == 1, "exactly one");
  int **q = p;
  **(q + i) = 20;
  __CPROVER_assert(b != 20, "may be the second");
  return 0;
}
