// A pointer just behind a heap object may be made but not followed.
// expect: violated(deref@8)
#include <stdlib.h>
int main(void) {
  int *p = malloc(3 * sizeof *p);
  p[0] = p[1] = p[2] = 1;
  int *q = p + 3;
  int v = *q;
  free(p);
  return v;
}
