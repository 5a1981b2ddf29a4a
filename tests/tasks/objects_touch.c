// Whether the end of one object is the start of another is not specified: both happen, whatever the objects.
// property: assertion
// expect: violated(assertion@16) violated(assertion@17) violated(assertion@20) violated(assertion@24) violated(assertion@34)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int a, b, many[3];
struct { int first, last; } pair;

static int follows(int *end, int *start) { return end == start; }

int main(void) {
  int c, d;
  assert(&a + 1 != &b); // fails
  assert(!follows(&c + 1, &d)); // fails
  assert(&a != &b && &c != &d && &a + 1 != &b + 1);
  int *end = &many[3], *copy;
  assert(memcpy(&copy, &end, sizeof copy) && copy != &a); // fails
  /* Inside of objects, and where both cannot be: */
  assert(&many[2] != &a && &many[1] != &c);
  assert(&pair.last == &pair.first + 1);
  assert((uintptr_t)(&pair.first + 2) != (uintptr_t)&b); // fails
  assert(!(&a + 1 == &b && &b + 1 == &a));
  /* Alignment keeps some of them apart, and an object without bytes takes an address nevertheless. */
  int *p = malloc(sizeof *p), *none = malloc(0);
  struct { long a, b; } *q = malloc(2 * sizeof *q);
  assert((void *)(p + 1) != (void *)q);
  assert((void *)p != (void *)q && (uintptr_t)p != (uintptr_t)q && none != p && (void *)none != (void *)q);
  void *nothing = malloc(0);
  assert(none != nothing);
  if ((void *)(q + 2) == (void *)p) assert((char *)(uintptr_t)p - (char *)(uintptr_t)q == 2 * sizeof *q);
  assert((void *)(q + 2) != (void *)p); // fails
  return 0;
}
