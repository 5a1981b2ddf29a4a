// What is computed before an operand that ends the program.
// property: division
// expect: violated(division@8)
#include <stdlib.h>
static int zero;
static int leave(void) { abort(); }
int main(void) {
  return 1 / zero * leave();
}
