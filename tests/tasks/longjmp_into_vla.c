// A jump back into the scope of an array of variable length is undefined once that was left.
// property: assertion
// expect: unknown
// engines: auto paths
#include <setjmp.h>
static jmp_buf env;
static int size = 2;
static void out(void) { longjmp(env, 1); }
int main(void) {
  {
    int array[size];
    array[0] = 1;
    if (setjmp(env) != 0) return 0;
  }
  out();
  __CPROVER_assert(0, "not reached");
}
