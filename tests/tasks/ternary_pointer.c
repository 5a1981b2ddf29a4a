// A pointer chosen by a condition.
// expect: violated(assertion@10)
extern int nondet_int(void);
int main(void) {
  int a = 1, b = 2, c = nondet_int();
  int *p = c > 0 ? &a : c < 0 ? &b : 0;
  if (c != 0) *p = 9;
  __CPROVER_assert(c <= 0 || a == 9, "first");
  __CPROVER_assert(c >= 0 || b == 9, "second");
  __CPROVER_assert(c == 0 || a + b != 11, "untouched one is left");
  return 0;
}
