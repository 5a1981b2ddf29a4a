// Recursion over an array.
// expect: violated(assertion@14)
extern int nondet_int(void);
static int max(const int *a, int n) {
  if (n == 1) return a[0];
  int m = max(a + 1, n - 1);
  return a[0] > m ? a[0] : m;
}
int main(void) {
  int a[5];
  for (int i = 0; i < 5; i++) a[i] = nondet_int();
  int m = max(a, 5);
  for (int i = 0; i < 5; i++) __CPROVER_assert(a[i] <= m, "not less");
  __CPROVER_assert(m == a[0], "may be another");
  return 0;
}
