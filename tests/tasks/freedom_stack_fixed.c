// Calls that do not repeat take an amount of stack that does not depend on the input.
// expect: holds
// assumes: nothing
#include <assert.h>
static int one(void) { return 1; }
static int two(int (*f)(void)) { return f() + f(); }
int main(void) {
  assert(two(one) == 2);
  return 0;
}
