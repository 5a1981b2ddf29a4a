// Code without body leaves a `jmp_buf` as it is.
// property: assertion,deref
// expect: holds
// engines: auto bmc paths
// assumes: functions without body write no `jmp_buf` that they are not given
#include <setjmp.h>
extern int unknown(void);
jmp_buf env;
int main(void) {
  volatile int before = 0;
  if (setjmp(env)) {
    __CPROVER_assert(before == 1, "the jump of this program");
    return 0;
  }
  before = 1;
  unknown();
  longjmp(env, 2);
}
