// Operands of inline assembly are evaluated from left to right.
// property: assertion
// expect: holds
// assumes: some operands that see each other's effects are evaluated from left to right only
#include <assert.h>
static int x, a[2];
static int next(void) { return x++; }
int main(void) {
  __asm__("" : "=r"(a[next()]) : "0"(next() + 5));
  assert(a[0] == 6);
}
