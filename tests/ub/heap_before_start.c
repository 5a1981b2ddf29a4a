// kind: deref
// seen by: asan
#include <stdlib.h>
#ifdef UB
#define BACK 2
#else
#define BACK 1
#endif
int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  char *q = p + 1;
  q[-BACK] = 1;
  free(p);
  return 0;
}
