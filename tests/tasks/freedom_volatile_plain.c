// A `volatile` object is accessed through a plain pointer (6.7.3p6).
// expect: holds
// assumes: `volatile` objects are accessed through pointers to `volatile` only
#include <assert.h>
volatile int v = 1;
int main(void) {
  int *p = (int *)&v;
  *p = 2;
  assert(*p == 2);
  return 0;
}
