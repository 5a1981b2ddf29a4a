// An abort is an end of the program at which memory must have been freed; it is not lost, though.
// property: leak,cleanup
// expect: violated(cleanup@5)
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  if (*p) abort();
  free(p);
  return 0;
}
