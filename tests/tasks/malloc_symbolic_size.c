// A block whose size is an input.
// expect: violated(deref@10)
#include <stdlib.h>
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = nondet_uint();
  if (n == 0 || n > 1000) return 0;
  char *p = malloc(n);
  if (i < n) p[i] = 1;
  if (i <= n && n > 7) p[i] = 2;
  free(p);
  return 0;
}
