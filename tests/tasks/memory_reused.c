// The address of an object that is freed, or whose block has ended, can be that of a later one; only objects that exist
// at the same time lie apart. What was computed from the old address means the new object then.
// property: assertion free deref
// expect: violated(free@21 assertion@30 assertion@37 assertion@43)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uintptr_t of_local(void) {
  int local = 0;
  return (uintptr_t)&local;
}
static void freed_twice(void) {
  int *y = malloc(4), *other = malloc(4);
  intptr_t before = (intptr_t)y;
  free(y);
  int *x = malloc(4);
  assert(x != other && (intptr_t)other != before);
  if ((intptr_t)x == before) free((int *)before);
  free(x); // fails
  free(other);
}
static void moved(void) {
  char *p = malloc(3), *neighbour = malloc(3);
  uintptr_t before = (uintptr_t)p;
  char *q = realloc(p, 5);
  assert(q != neighbour && (uintptr_t)neighbour != before);
  if ((uintptr_t)q == before) ((char *)before)[4] = 1;
  assert((uintptr_t)q != before); // fails
  free(q);
  free(neighbour);
}
int main(void) {
  int here;
  uintptr_t first = of_local(), second = of_local();
  assert(first != second); // fails
  assert(first != (uintptr_t)&here);
  uintptr_t inner, outer;
  { int in = 1; inner = (uintptr_t)&in; }
  { int in = 2; outer = (uintptr_t)&in; }
  assert(first != 0 && inner != 0);
  assert(inner != outer); // fails
  freed_twice();
  moved();
  return 0;
}
