// A function that is jumped out of calls by a pointer what jumps: nothing more of it is executed.
// property: assertion
// expect: violated(assertion@12)
#include <setjmp.h>
static jmp_buf env;
static int later;
static void out(void) { longjmp(env, 1); }
static void (*jump)(void) = out;
static void caller(void) { jump(); later = 1; }
int main(void) {
  if (setjmp(env)) {
    __CPROVER_assert(later == 1, "not executed");
    return 0;
  }
  caller();
  return 0;
}
