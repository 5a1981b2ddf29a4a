// One element more than there are.
// expect: violated(deref@6)
#include <stdlib.h>
static int order(const void *a, const void *b) {
  const unsigned char *x = a, *y = b;
  return *x - *y;
}
int main(void) {
  unsigned char *a = malloc(3);
  if (!a) return 1;
  a[0] = a[1] = a[2] = 1;
  qsort(a, 4, 1, order);
  free(a);
  return 0;
}
