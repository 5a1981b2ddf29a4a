// `longjmp` leaves the functions that were called since `setjmp`; its zero becomes a one.
// property: assertion,deref
// expect: holds
#include <assert.h>
#include <setjmp.h>
static jmp_buf env;
static int depth;
static void leaf(int n) {
  if (n > 2) longjmp(env, n - 3);
  depth++;
}
static void middle(int n) {
  leaf(n);
  depth += 10;
}
int main(void) {
  int seen = 0;
  switch (setjmp(env)) {
  case 0:
    middle(1);
    assert(depth == 11);
    middle(2);
    assert(depth == 22);
    middle(3);
    assert(0);
    break;
  case 1:
    seen = 1;
    break;
  default:
    assert(0);
  }
  assert(seen == 1 && depth == 22);
}
