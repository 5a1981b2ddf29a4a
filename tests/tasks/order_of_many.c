// Of many calls that see each other two orders are looked at, and that is said.
// property: assertion
// assumes: of more than three operands that see each other's effects, only two orders of evaluation are looked at: from left to right and from right to left
// expect: violated(assertion@10)
#include <assert.h>
static int n;
static int next(void) { return n++; }
static void four(int w, int x, int y, int z) {
  assert(w + x + y + z == 6);
  assert(w < x);
}
int main(void) {
  four(next(), next(), next(), next());
  return 0;
}
