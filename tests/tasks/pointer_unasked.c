// Where it is not asked whether pointers stay in their object, the report says that this is assumed.
// property: assertion
// expect: holds
#include <assert.h>
int main(void) {
  int a[4];
  int *p = a + 7;
  assert(p > a);
  return 0;
}
