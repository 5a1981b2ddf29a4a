// Freeing the same memory twice: nothing is claimed of what comes after.
// property: assertion
// expect: unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  if (!p) return 0;
  free(p);
  free(p);
  assert(0);
}
