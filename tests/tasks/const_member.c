// A `const` member is written through a pointer (6.7.3p6).
// expect: holds
// assumes: `const` members are not written through other pointers
#include <assert.h>
struct item { const int id; int count; };
int main(void) {
  struct item item = {1, 2};
  *(int *)&item.id = 3;
  assert(item.id == 3);
  return 0;
}
