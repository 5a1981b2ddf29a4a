// A local variable cannot be freed.
// expect: violated(free@7)
#include <stdlib.h>
int main(void) {
  int x = 0;
  int *p = &x;
  free(p);
  return x;
}
