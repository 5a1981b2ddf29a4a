// Variable-length arrays of positive length, also in parameters and of more dimensions.
// property: vla,bounds,assertion
// expect: holds
#include <assert.h>
unsigned nondet_uint(void);
int sum(int n, int m, int a[n][m]) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i][m - 1];
  return s;
}
int main(void) {
  unsigned n = nondet_uint();
  if (n == 0 || n > 4) return 0;
  int a[n][2];
  for (unsigned i = 0; i < n; i++) a[i][1] = 1;
  assert(sum(n, 2, a) == (int)n);
  char c[n];
  assert(sizeof c == n);
  return 0;
}
