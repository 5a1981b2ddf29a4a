// kind: deref
// seen by: asan
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 1;
#ifdef UB
  free(p);
  return *p == 7;
#else
  int x = *p;
  free(p);
  return x == 7;
#endif
}
