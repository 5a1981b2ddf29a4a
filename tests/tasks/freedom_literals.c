// Whether equal string literals are one object is not specified (6.4.5p7).
// expect: holds
// assumes: string literals with equal content are one object, and none is a part of another
#include <assert.h>
int main(void) {
  const char *p = "abcd", *q = "abcd";
  assert(p == q);
  return 0;
}
