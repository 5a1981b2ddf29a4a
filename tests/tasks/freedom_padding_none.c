// Without padding there is nothing to assume; with it neither, if nobody looks at bytes.
// expect: holds
// assumes: nothing
#include <assert.h>
#include <string.h>
struct full { int a, b; };
struct item { char tag; int value; };
int main(void) {
  struct full x = {1, 2}, y;
  memcpy(&y, &x, sizeof x);
  assert(memcmp(&x, &y, sizeof x) == 0);
  struct item a = {1, 2}, b = a;
  assert(a.tag == b.tag && a.value == b.value);
  return 0;
}
