// An access that is invalid in every execution that comes to it, though no constant says so.
// property: assertion
// expect: unknown
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
  int *p = malloc(4);
  int i = nondet_int();
  __CPROVER_assume(i > 3 && i < 6);
  assert(p[i] == 3);
  return 0;
}
