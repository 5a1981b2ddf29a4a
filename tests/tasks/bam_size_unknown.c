// What is allocated may be as small as the least size that it may have.
// property: deref
// expect: violated(deref@9)
#include <stdlib.h>
extern unsigned nondet_unsigned(void);
int main(void) {
  unsigned n = nondet_unsigned();
  if (n < 2 || n > 8) return 0;
  char *p = malloc(n); p[5] = 1; // fails
  p[1] = 2;
  return 0;
}
