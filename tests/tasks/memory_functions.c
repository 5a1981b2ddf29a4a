// memcpy, memmove, memset, memcmp.
// expect: violated(assertion@15)
#include <string.h>
extern int nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4];
  memcpy(b, a, sizeof a);
  __CPROVER_assert(memcmp(a, b, sizeof a) == 0, "equal");
  memmove(b + 1, b, 3 * sizeof *b);
  __CPROVER_assert(b[0] == 1 && b[1] == 1 && b[2] == 2 && b[3] == 3, "overlapping");
  memset(a, 0xff, sizeof a);
  __CPROVER_assert(a[0] == -1 && a[3] == -1, "all bits");
  memset(a, 0, 2 * sizeof *a);
  __CPROVER_assert(a[1] == 0 && a[2] == -1, "half");
  __CPROVER_assert(memcmp(a, b, 4) == 0, "different");
  return 0;
}
