// A write to a `const` object that is not asked about: what follows is not claimed.
// property: assertion
// expect: unknown
#include <assert.h>
int main(void) {
  const int c = 1;
  *(int *)&c = 2;
  assert(c == 2);
  return 0;
}
