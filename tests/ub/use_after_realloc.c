// kind: deref
// seen by: asan
// The old pointer is dead even if the memory stayed where it was.
#include <stdlib.h>
int main(void) {
  char *p = malloc(2);
  if (!p) return 0;
  char *q = realloc(p, 100);
  if (!q) {
    free(p);
    return 0;
  }
#ifdef UB
  p[0] = 1;
#else
  q[0] = 1;
#endif
  free(q);
  return 0;
}
