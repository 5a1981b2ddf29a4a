// The name of a function may lie where an equal literal does.
// expect: violated(assertion@8)
// assumes: string literals with equal content are one object, and none is a part of another
#include <assert.h>
int main(void) {
  const char *name = __func__, *again = __func__, *literal = "main";
  assert(name == again);
  assert(name != literal);
  return 0;
}
