// A block is freed once, and freeing null does nothing.
// property: memory
// expect: holds
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  free(p);
  free(0);
  return 0;
}
