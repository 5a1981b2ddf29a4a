// More bytes than are looked at one by one.
// expect: unknown
// engines: auto bmc paths
#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  if (n == 0) return 0;
  char *p = malloc(n), *q = malloc(n);
  p[n - 1] = 3;
  memcpy(q, p, n);
  __CPROVER_assert(q[n - 1] == 3, "copied");
}
