// Accesses at addresses that are no multiple of the alignment of their type, and conversions to such pointers (6.3.2.3p7).
// property: alignment
// expect: violated(alignment@15) violated(alignment@19) violated(alignment@20) violated(alignment@21) violated(alignment@22) violated(alignment@23) violated(alignment@25)
// engines: auto bmc paths
#include <stdlib.h>
int nondet_int(void);
struct s {
  char c;
  int i;
};
struct __attribute__((packed)) tight {
  char c;
  int i;
} tight;
int read(int *p) { return *p; }
int main(void) {
  _Alignas(8) char b[16] = {0};
  switch (nondet_int()) {
  case 0: { int *p = (int *)(b + 1); return p == 0; }
  case 1: { short *p = malloc(8); if (p) { p++; return *(long *)p != 0; } break; }
  case 2: { struct s *s = (struct s *)(b + 2); return s->c; }
  case 3: { long *p = (long *)(b + (nondet_int() & 7)); return p == 0; }
  case 4: { void *v = b + 3; int *p = v; return p == 0; }
  case 5: return read(&tight.i);
  case 6: { int *p = (int *)(1 + (unsigned long)b); return *p; }
  }
  return 0;
}
