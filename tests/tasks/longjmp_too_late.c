// A jump to a function that has returned (7.13.2.1p2), though another call of it is active.
// property: deref
// expect: violated(deref@16)
#include <setjmp.h>
static jmp_buf env;
static void set(int again) {
  if (setjmp(env) != 0) return;
  if (again) {
    int here;
    set(0);
  }
}
int main(void) {
  set(1);
  if (setjmp(env) == 1) return 0;
  set(0), longjmp(env, 1);
}
