// A local variable that was changed since `setjmp` and is not `volatile` is indeterminate (7.13.2.1p3), in a register and
// in memory.
// property: assertion
// expect: violated(assertion@24) violated(assertion@25)
#include <assert.h>
#include <setjmp.h>
static jmp_buf env;
static void change(int *p) {
  *p = 3;
  longjmp(env, 1);
}
int main(void) {
  int changed = 1, in_memory = 1, kept = 1;
  volatile int told = 1;
  float fraction = 0.0f;
  if (!setjmp(env)) {
    changed = 2;
    told = 2;
    kept = 1;
    change(&in_memory);
  }
  assert(told == 2);
  assert(kept == 1 && fraction == 0);
  assert(changed == 2);
  assert(in_memory == 3);
}
