// What `realloc` gives may lie where the old object lay, or elsewhere; never where another one lies.
// property: assertion
// expect: violated(assertion@12) violated(assertion@13)
// engines: auto bmc paths
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(3), *neighbour = malloc(3);
  uintptr_t before = (uintptr_t)p, next = (uintptr_t)neighbour;
  uintptr_t now = (uintptr_t)realloc(p, 5);
  if (next & 16) assert(now != before);
  else assert(now == before);
  assert(now != next && before != next);
  return 0;
}
