// Compound literals of `const` types need not be different objects (6.5.2.5p7).
// expect: holds
// assumes: `const` compound literals are objects of their own, which share no bytes with other literals
#include <assert.h>
int main(void) {
  const int *p = (const int[]){1, 2}, *q = (const int[]){1, 2};
  assert(p != q);
  return 0;
}
