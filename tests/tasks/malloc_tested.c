// With failing allocation the result must be tested.
// property: all
// expect: holds
// options: --malloc-may-fail
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = 1;
  free(p);
  return 0;
}
