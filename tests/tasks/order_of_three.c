// Three calls that see each other come in each of six orders; calls are not mixed.
// property: assertion
// expect: violated(assertion@9) violated(assertion@10)
#include <assert.h>
static int n;
static int next(void) { int i = n; n = i + 1; return i; }
static void three(int x, int y, int z) {
  assert(x + y + z == 3 && x != y && y != z && x != z);
  assert(!(x == 1 && y == 2 && z == 0));
  assert(!(x == 2 && y == 0 && z == 1));
}
int main(void) {
  three(next(), next(), next());
  return 0;
}
