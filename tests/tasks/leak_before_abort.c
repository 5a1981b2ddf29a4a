// Memory is lost where its last pointer is overwritten, also if the program is aborted later.
// property: leak
// expect: violated(leak@6)
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  char *p = malloc(4);
  if (nondet_int()) p = malloc(2);
  abort();
}
