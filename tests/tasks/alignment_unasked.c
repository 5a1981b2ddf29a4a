// Where it is not asked whether accesses are aligned, that is assumed; nothing is said where no pointer is converted to
// one that needs more.
// property: assertion
// expect: holds
// assumes: accesses are assumed to be aligned, since `alignment` is not checked
#include <assert.h>
int main(void) {
  char b[8] = {0};
  int *p = (int *)(b + 1);
  *p = 5;
  assert(*p == 5);
  return 0;
}
