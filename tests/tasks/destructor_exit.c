// Destructors run at `exit` too, and not where the program is ended at once.
// expect: holds
#include <stdlib.h>
extern int nondet_int(void);
static int *kept;
__attribute__((destructor)) static void finish(void) { __CPROVER_assert(*kept == 2, "set before the end"); }
int main(void) {
  int value = 1;
  static int two = 2;
  kept = &value;
  if (nondet_int()) _Exit(1);
  kept = &two;
  if (nondet_int()) exit(1);
  return 0;
}
