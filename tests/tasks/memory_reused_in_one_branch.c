// What is made at one place is another object on paths on which others have died: it may lie where those lay.
// property: assertion
// expect: violated(assertion@15)
// options: -DFREES=any
// options: -DFREES=!any
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int any = nondet_int(), *old = malloc(4);
  uintptr_t before = (uintptr_t)old;
  if (FREES) free(old);
  int *new = malloc(4);
  assert((uintptr_t)new != before); // fails
  return 0;
}
