// One such literal, or literals that are not `const`, are objects of their own.
// expect: holds
// assumes: nothing
#include <assert.h>
int main(void) {
  int *p = (int[]){1, 2}, *q = (int[]){1, 2};
  const int *r = (const int[]){1, 2};
  assert(p != q && r != p);
  return 0;
}
