// A number that is the end of one object and the start of another means the other one where it is accessed, and the
// first one where it is moved back.
// expect: violated(assertion@12)
#include <assert.h>
#include <stdint.h>
int main(void) {
  int x = 1, y = 2;
  uintptr_t end = (uintptr_t)(&x + 1);
  if (end == (uintptr_t)&y) {
    *(int *)end = 7;
    ((int *)end)[-1] = 5;
    assert(y != 7 || x != 5);
  }
  return 0;
}
