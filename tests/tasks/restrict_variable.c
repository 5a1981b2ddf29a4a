// A `restrict` pointer that is no parameter (6.7.3.1).
// expect: holds
// assumes: `restrict` pointers are assumed to be the only way to what is written through them
#include <assert.h>
int main(void) {
  int x = 1;
  int *restrict p = &x;
  *p = 2;
  assert(x == 2);
  return 0;
}
