// Pointers into different objects are subtracted and ordered (6.5.6p9, 6.5.8p5).
// property: pointer
// expect: violated(pointer@12) violated(pointer@13) violated(pointer@14) violated(pointer@15)
// engines: auto bmc paths
#include <stdlib.h>
int nondet_int(void);
int main(void) {
  int a[4], b[4];
  int *p = nondet_int() ? a : b;
  char *m = malloc(4);
  switch (nondet_int()) {
  case 0: return b - a > 0;
  case 1: return a < b;
  case 2: return p >= a + 1;
  case 3: return (char *)a - m > 0;
  case 4: return a + 4 == b;
  case 5: return a + 4 > a;
  case 6: return p - p;
  }
  return 0;
}
