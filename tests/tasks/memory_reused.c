// The address of an object that is freed, or whose block has ended, can be that of a later one; only objects that exist
// at the same time lie apart. What was computed from the old address means the new object then.
// property: assertion,free
// expect: violated(free@21) violated(assertion@28) violated(assertion@33)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t of_local(void) {
  int local = 0;
  return (uintptr_t)&local;
}
static void freed_twice(void) {
  int *y = malloc(4), *other = malloc(4);
  uintptr_t before = (uintptr_t)y;
  free(y);
  int *x = malloc(4);
  assert(x != other && (uintptr_t)other != before);
  if ((uintptr_t)x == before) free((int *)before);
  free(other);
  free(x);
}
int main(void) {
  int here = 0;
  freed_twice();
  uintptr_t first = of_local(), second = of_local();
  assert(first != (uintptr_t)&here);
  assert(first != second);
  uintptr_t inner, outer;
  { int in = 1; inner = (uintptr_t)&in; }
  { int in = 2; outer = (uintptr_t)&in; assert(inner != 0); }
  assert(here == 0);
  assert(inner != outer);
  return 0;
}
