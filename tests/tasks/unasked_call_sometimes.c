// A call that some executions make validly is taken to be valid in the others.
// property: assertion
// expect: holds
#include <assert.h>
int nd(void);
static int called;
static void set(void) { called = 1; }
int main(void) {
  void (*f)(void) = nd() ? set : 0;
  f();
  assert(called);
}
