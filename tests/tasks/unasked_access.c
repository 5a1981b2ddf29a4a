// Behind an invalid access that is not asked about nothing is claimed: the program may well go on.
// property: assertion
// expect: unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(2);
  if (!p)
    return 0;
  p[2] = 1;
  free(p);
  assert(0);
}
