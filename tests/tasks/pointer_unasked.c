// Where it is not asked whether pointers stay in their object, the report says that this is assumed.
// property: assertion
// expect: holds
// assumes: pointer arithmetic is assumed to stay inside its object, and pointers that are ordered or subtracted to lie in the same one, since `pointer` is not checked
#include <assert.h>
int main(void) {
  int a[4];
  int *p = a + 7;
  assert(p > a);
  return 0;
}
