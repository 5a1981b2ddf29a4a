// Only a number leads to the memory: whether it is lost is left open.
// property: leak
// expect: unknown
#include <stdlib.h>
unsigned long kept;
int main(void) {
  char *p = malloc(4);
  kept = (unsigned long)p ^ 1;
  return 0;
}
