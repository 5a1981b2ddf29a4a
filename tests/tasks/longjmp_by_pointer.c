// Jumps out of a function of the library, and out of a function that is called through a pointer; and a loop made of jumps.
// property: assertion,deref
// expect: holds
// engines: auto bmc paths
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static int calls;
static int compare(const void *a, const void *b) {
  calls++;
  longjmp(env, 5);
}
static int rounds(void) {
  volatile int i = 0;
  if (setjmp(env) != i) return -1;
  if (i < 3) {
    i++;
    longjmp(env, i);
  }
  return i;
}
int main(void) {
  int a[3] = {3, 2, 1};
  assert(rounds() == 3);
  if (setjmp(env) == 0) {
    qsort(a, 3, sizeof a[0], compare);
    assert(0);
  }
  assert(calls == 1);
  void (*jump)(struct __jmp_buf_tag *, int) = longjmp;
  if (sigsetjmp(env, 1) == 0) {
    jump(env, 2);
    assert(0);
  }
}
