// kind: none
// seen by: none, unsigned arithmetic wraps
#include <assert.h>
int main(void) {
  unsigned x = 4294967295u;
  x = x + 1;
  assert(x == 0);
  unsigned long y = 0;
  y--;
  return y == 5;
}
