// Memory that may have been freed may have been where new memory is.
// property: assertion
// expect: violated(assertion@10)
// engines: auto bmc bam
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int *old = malloc(4);
  if (nondet_int()) free(old);
  int *new = malloc(4); __CPROVER_assert(old != new, "may lie there");
  return 0;
}
