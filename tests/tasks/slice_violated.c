// A violation of the slice, with choices that were left out before, between and after those that matter.
// property: assertion
// expect: violated(assertion@15)
#include <stdlib.h>
extern int nondet_int(void);
int noise;
int main(void) {
  int a = nondet_int();
  int *p = malloc(4);
  int b = nondet_int();
  int *q = malloc(sizeof *q);
  *q = b;
  noise = nondet_int() + a;
  int c = nondet_int();
  __CPROVER_assert(*q != 7 || c != 9, "not seven and nine");
  free(p);
  return 0;
}
