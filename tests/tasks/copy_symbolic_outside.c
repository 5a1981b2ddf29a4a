// A copy of a number of bytes that is not known, which may be one too many.
// property: deref
// expect: violated(deref@11)
// engines: auto bmc paths
#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), m = nondet_uint();
  __CPROVER_assume(n < 50 && m <= n + 1);
  if (m > 0 && n > 0) memset(malloc(n), 1, m);
}
