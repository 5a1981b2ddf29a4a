// calloc gives zeros, realloc keeps them and gives more.
// property: all
// expect: violated(assertion@14)
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int *p = calloc(3, sizeof *p);
  __CPROVER_assert(p[0] == 0 && p[2] == 0, "zeroed");
  p[1] = 42;
  p = realloc(p, 6 * sizeof *p);
  __CPROVER_assert(p[1] == 42, "content moves along");
  p[5] = 1;
  int v = p[4];
  __CPROVER_assert(v == 0, "the new part is arbitrary");
  free(p);
  return 0;
}
