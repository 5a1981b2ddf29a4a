// Pointers that are moved out of their object, without any access (6.5.6p8): beyond one past the end, before the start,
// and the null pointer.
// property: pointer
// expect: violated(pointer@20) violated(pointer@21) violated(pointer@22) violated(pointer@23) violated(pointer@24) violated(pointer@25) violated(pointer@26) violated(pointer@27) violated(pointer@28) violated(pointer@29)
// engines: auto bmc paths
#include <stdlib.h>
int nondet_int(void);
unsigned long nondet_ulong(void);
struct s {
  int a[4];
  struct {
    short x, y;
  } b[2];
};
int main(void) {
  int a[4] = {0}, *p = a, n = nondet_int();
  int(*rows)[4] = &a, *null = 0;
  struct s *s = malloc(sizeof *s);
  switch (nondet_int()) {
  case 0: p = a + 5; break;
  case 1: p = a - 1; break;
  case 2: p = null + 1; break;
  case 3: p += n; break;
  case 4: for (p = a + 3; p >= a; p--); break;
  case 5: p = &a[5]; break;
  case 6: return &s->b[n] == 0;
  case 7: p = p + nondet_ulong(); break;
  case 8: return rows[2] == 0;
  case 9: p = a + (1ul << 62); break;
  }
  return p == 0;
}
