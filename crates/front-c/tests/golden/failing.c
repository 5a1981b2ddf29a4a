// options: malloc-may-fail ilp32 entry=start
#include <stdlib.h>
extern int outside;
long start(long n, unsigned char small) {
  int *p = malloc(n * sizeof(int));
  if (p) p[n] = small;
  free(p);
  __asm__("nop");
  return outside;
}
