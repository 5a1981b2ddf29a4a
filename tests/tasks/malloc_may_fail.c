// With failing allocation the result must be tested.
// expect: violated(deref@7)
// options: --malloc-may-fail
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
