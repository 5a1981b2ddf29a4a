// Division rounds towards zero.
// expect: violated(assertion@11)
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x < -1000 || x > 1000) return 0;
  int q = x / 7, r = x % 7;
  __CPROVER_assert(q * 7 + r == x, "together");
  __CPROVER_assert(x >= 0 ? r >= 0 : r <= 0, "sign of the dividend");
  __CPROVER_assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3, "towards zero");
  __CPROVER_assert(r >= 0, "may be negative");
  return 0;
}
