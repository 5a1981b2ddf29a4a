// Other files know `gate` and `table` by name, and their initialisers lead to `x` and `y`, which have none.
// property: assertion
// expect: violated(assertion@12) violated(assertion@13)
#include <assert.h>
static int x, y, z;
int *gate = &x;
const struct { int *const to; } table[] = {{&y}};
static int *own = &z;
void elsewhere(void);
int main(void) {
  elsewhere();
  assert(x == 0);
  assert(y == 0);
  assert(z == 0 && own == &z);
  return 0;
}
