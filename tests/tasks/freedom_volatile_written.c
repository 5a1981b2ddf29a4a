// A volatile object that is only written does not matter.
// expect: holds
// assumes: nothing
#include <assert.h>
volatile int log_register;
int main(void) {
  int x = 1;
  log_register = x;
  assert(x == 1);
  return 0;
}
