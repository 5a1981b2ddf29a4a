// Only the start of a block can be freed.
// expect: violated(free@6)
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  free(p + 1);
  return 0;
}
