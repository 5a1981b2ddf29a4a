// Memory is freed by a number that is its address.
// property: deref
// expect: violated(deref@10)
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  char *null = 0;
  free(null + (uintptr_t)p);
  *p = 2; // fails
  return 0;
}
