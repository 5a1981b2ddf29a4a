// That an object is freed matters where it matters that a later one may lie there, even if nothing else accesses it.
// property: assertion
// expect: violated(assertion@18)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int *old = malloc(4), other = 0;
  uintptr_t before = (uintptr_t)old;
  free(old);
  for (int i = 0; i < 3; i++) {
    if (nondet_int()) other += i;
    else other = 2 * other;
    if (other > 100) other = 3;
  }
  int *new = malloc(4);
  assert((uintptr_t)new != before); // fails
  return other;
}
