// kind: assertion
// seen by: none, gcc and clang check it in C++ only
// The value of a function that ended without one is used (6.9.1p12): any value.
#include <assert.h>
static int f(int x) {
  if (x) return 0;
#ifndef UB
  return 0;
#endif
}
int main(void) {
  int x = f(0);
  assert(x == 0);
  return 0;
}
