// Pointers into an array.
// expect: violated(assertion@13)
extern int nondet_int(void);
int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, s = 0;
  for (int *p = a; p < a + 5; p++) s += *p;
  __CPROVER_assert(s == 15, "sum");
  int *q = a + 4;
  __CPROVER_assert(q - a == 4 && *--q == 4 && q[1] == 5, "difference");
  __CPROVER_assert(&a[2] == a + 2 && *(a + 1) == 1[a], "the same");
  int i = nondet_int();
  if (i >= 0 && i < 5) q = &a[i];
  __CPROVER_assert(*q != 5, "the last one");
  return 0;
}
