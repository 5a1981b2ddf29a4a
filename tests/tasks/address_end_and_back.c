// The end of an array as a number and back: a loop that runs to it, and pointers that are compared and subtracted.
// property: assertion,deref,bounds,pointer
// expect: holds
#include <assert.h>
#include <stdint.h>
int main(void) {
  int a[3] = {1, 2, 3}, sum = 0;
  int *end = (int *)(uintptr_t)(a + 3);
  for (int *p = a; p != end; p++)
    sum += *p;
  assert(sum == 6 && end - a == 3 && a < end && end[-1] == 3);
  return 0;
}
