// Nothing is lost by an abort: main and its variables go on to hold it.
// property: leak
// expect: holds
#include <stdlib.h>
extern int nondet_int(void);
static void fail(void) { abort(); }
int main(void) {
  char *p = malloc(4), *q = p;
  if (nondet_int()) p = 0;
  if (!p) fail();
  free(q);
  return 0;
}
