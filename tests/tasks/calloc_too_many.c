// As much memory as more than half of the address space is not to be had, from `calloc` no more than from `malloc`.
// property: assertion,deref
// expect: violated(deref@14)
// options: -DMAKE=calloc(n,1)
// options: -DMAKE=malloc(n)
#include <stdlib.h>
extern int nondet_int(void);
extern size_t nondet_size(void);
int main(void) {
  size_t n = nondet_size();
  int i = nondet_int();
  if (n < (size_t)-9 || i < -3 || i > -2) return 0;
  char *p = MAKE; __CPROVER_assert(p == 0, "not to be had");
  p[i] = 1; // fails
  return 0;
}
