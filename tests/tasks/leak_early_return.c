// An early return forgets a block.
// property: leak
// expect: violated(leak@16)
#include <stdlib.h>
extern int nondet_int(void);
static int work(void) {
  char *p = malloc(4), *q = malloc(4);
  if (nondet_int() == 3) {
    free(p);
    return 1;
  }
  free(q);
  free(p);
  return 0;
}
int main(void) {
  return work();
}
