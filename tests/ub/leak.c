// kind: leak
// seen by: asan
#include <stdlib.h>
int main(void) {
  char *p = malloc(40);
  if (!p) return 0;
  p[0] = 1;
  int x = p[0];
#ifndef UB
  free(p);
#endif
  p = 0;
  return x == 7;
}
