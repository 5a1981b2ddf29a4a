// Copies of a symbolic number of bytes at symbolic places.
// property: overlap,deref
// expect: holds
#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void);
void copy(char *to, const char *from, unsigned n) { memcpy(to, from, n); }
int main(void) {
  char a[16], b[16];
  unsigned n = nondet_uint(), at = nondet_uint();
  if (n > 8 || at > 8) return 0;
  memset(b, 1, sizeof b);
  copy(a, b + at, n);
  if (at >= n) copy(b, b + at, n);
  char *p = malloc(16);
  if (p == 0) return 0;
  copy(p, b, 16);
  copy(p + n, a, 1);
  free(p);
  return 0;
}
