// exit ends the program.
// expect: holds
#include <stdlib.h>
extern int nondet_int(void);
static void stop(void) { exit(1); }
int main(void) {
  int x = nondet_int();
  if (x < 0) stop();
  __CPROVER_assert(x >= 0, "not after exit");
  return 0;
}
