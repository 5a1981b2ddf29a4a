// Memory that was freed on one of two paths must not be freed behind both.
// property: free
// expect: violated(free@9)
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int *p = malloc(4);
  if (nondet_int()) free(p);
  free(p); // fails
  return 0;
}
