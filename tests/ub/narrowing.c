// kind: none
// seen by: none, the implementation defines it
#include <assert.h>
int main(void) {
  int x = 300;
  signed char c = (signed char)x;
  assert(c == 44);
  return 0;
}
