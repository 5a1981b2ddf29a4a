// Comparing and copying structs as bytes.
// expect: holds
#include <string.h>
extern int nondet_int(void);
struct k { int a; short b; };
int main(void) {
  struct k x, y;
  memset(&x, 0, sizeof x);
  memset(&y, 0, sizeof y);
  x.a = nondet_int();
  y.a = nondet_int();
  int c = memcmp(&x, &y, sizeof x);
  __CPROVER_assert((c == 0) == (x.a == y.a), "equal bytes");
  struct k z;
  memcpy(&z, &x, sizeof z);
  z.b = 7;
  __CPROVER_assert(z.a == x.a && x.b == 0, "a copy");
  return 0;
}
