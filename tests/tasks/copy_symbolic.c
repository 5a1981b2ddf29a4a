// Copies and settings of a number of bytes that only assumptions bound, in objects of such a size too.
// property: assertion,deref
// expect: violated(assertion@22)
// engines: auto bmc paths disjuncts
#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  __CPROVER_assume(n >= 1 && n <= 2);
  char *p = malloc(n + 1);
  memset(p, 7, n);
  p[n] = 9;
  p = realloc(p, n + 5);
  __CPROVER_assert(p[0] == 7 && p[n - 1] == 7 && p[n] == 9, "kept");
  p[n + 4] = 1;
  memmove(p + 1, p, n);
  __CPROVER_assert(p[1] == 7 && p[n] == 7, "moved");
  p = realloc(p, n);
  __CPROVER_assert(p[n - 1] == 7, "smaller");
  char *q = memcpy(malloc(n), p, n);
  __CPROVER_assert(n != 2 || q[1] != 7, "copied");
  free(q);
  free(p);
}
