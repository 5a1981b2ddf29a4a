// The quotient may be computed before the call that ends the program: it is taken to come after it.
// property: division
// expect: holds
// assumes: an operand is evaluated as a whole before or after the others, not in part before and in part after them
#include <stdlib.h>
static int zero;
static int leave(void) {
  zero = 1;
  exit(0);
}
int main(void) {
  return 1 / zero * leave();
}
