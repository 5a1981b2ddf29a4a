// kind: free
// seen by: asan
#include <stdlib.h>
int main(void) {
  int local = 0;
  int *p = &local;
#ifndef UB
  p = malloc(sizeof *p);
#endif
  free(p);
  return local;
}
