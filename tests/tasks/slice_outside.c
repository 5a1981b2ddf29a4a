// A pointer from outside may hit an object whose address it is compared with, so what is written through it stays.
// property: assertion
// options: --outside own
// expect: violated(assertion@14)
extern int *nondet_pointer(void);
extern void unknown(int *);
int x = 1, y = 1, noise;
int main(void) {
  int *p = nondet_pointer(), *q = nondet_pointer();
  if (!p || !q) return 0;
  noise = *q;
  if (p != q) unknown(&y);
  if (p == &x) *p = 5;
  __CPROVER_assert(x == 1, "not hit");
  return 0;
}
