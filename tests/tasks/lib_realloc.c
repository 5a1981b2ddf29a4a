// The old content moves with it, as far as there is room.
// property: default,leak
// expect: holds
// options: -D_GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  size_t n = 2 + (__VERIFIER_nondet_int() & 1);
  int *a = malloc(n * sizeof *a);
  a[0] = 1;
  a[1] = 2;
  a = realloc(a, 5 * sizeof *a);
  assert(a[0] == 1 && a[1] == 2);
  a[4] = 3;
  a = reallocarray(a, 1, sizeof *a);
  assert(a[0] == 1);
  free(a);
  return 0;
}
