// A function writes to an address that is a number: what it does not name may have changed.
// property: assertion
// expect: violated(assertion@12)
// options: -DFIRST=0
// options: -DFIRST=3
#include <stdint.h>
int hidden;
static void write(uintptr_t at) { *(int *)at = 5; }
int main(void) {
  if (FIRST) hidden = FIRST;
  write((uintptr_t)&hidden);
  __CPROVER_assert(hidden == FIRST, "it is written");
  return 0;
}
