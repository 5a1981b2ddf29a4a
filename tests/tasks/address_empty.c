// A number at which nothing is known to lie when it is used is not the address of an object that is asked for later.
// property: deref,assertion
// expect: violated(deref@12)
// options: --data-model ILP32
#include <stdint.h>
#include <stdlib.h>
extern uintptr_t nondet_address(void);
int main(void) {
  uintptr_t at = nondet_address(), size = 1 << 20;
  char *p = aligned_alloc(0x80000000, size); // there is one address that this can have
  __CPROVER_assume(at == 5 || at >= 0x80000000 && at <= 0x80000000 + size);
  if (at != 5) *(char *)at = 1; // fails behind it
  __CPROVER_assert((uintptr_t)p != 1, "aligned");
  return 0;
}
