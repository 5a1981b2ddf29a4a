// `longjmp` does not run what GNU's attribute asks for at the end of a scope; returning from the function it leads to does.
// property: assertion
// expect: holds
#include <assert.h>
#include <setjmp.h>
static jmp_buf env;
static int cleaned;
static void clean(int *p) { cleaned += *p; }
static void left(void) {
  __attribute__((cleanup(clean))) int x = 1;
  longjmp(env, 1);
}
static void stays(void) {
  __attribute__((cleanup(clean))) int y = 10;
  if (setjmp(env) == 0) {
    __attribute__((cleanup(clean))) int z = 100;
    left();
  }
}
int main(void) {
  stays();
  assert(cleaned == 10);
}
