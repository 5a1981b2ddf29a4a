// A copy that is too long for every size that is possible.
// property: assertion
// expect: unknown
#include <assert.h>
#include <string.h>
unsigned nd(void);
int main(void) {
  char to[4], from[16] = {0};
  unsigned n = nd();
  __CPROVER_assume(n > 4 && n < 9);
  memcpy(to, from, n);
  assert(to[0] == 1);
}
