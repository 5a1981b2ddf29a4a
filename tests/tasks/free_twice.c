// A double free.
// expect: violated(free@8)
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  char *p = malloc(10);
  free(p);
  if (nondet_int() == 4) free(p);
  return 0;
}
