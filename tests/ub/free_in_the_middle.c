// kind: free
// seen by: asan
#include <stdlib.h>
#ifdef UB
#define BACK 0
#else
#define BACK 1
#endif
int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  p = p + 1;
  free(p - BACK);
  return 0;
}
