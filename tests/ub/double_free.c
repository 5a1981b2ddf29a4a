// kind: free
// seen by: asan
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
#ifndef UB
  p = 0;
#endif
  free(p);
  return 0;
}
