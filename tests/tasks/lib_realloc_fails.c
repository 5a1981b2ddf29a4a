// If there is no memory the old object stays, and is lost here.
// property: leak
// options: --malloc-may-fail
// expect: violated(leak@6)
#include <stdlib.h>
int main(void) {
  char *p = malloc(1);
  if (!p) return 1;
  p = realloc(p, 2);
  free(p);
  return 0;
}
