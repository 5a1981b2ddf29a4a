// kind: deref
// seen by: asan
#include <stdlib.h>
#ifdef UB
#define I 4
#else
#define I 3
#endif
int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p) return 0;
  p[I] = 1;
  free(p);
  return 0;
}
