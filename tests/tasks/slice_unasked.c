// An access that a slice leaves out, and that nobody asks about, is invalid on every path: nothing is claimed of what is
// behind it.
// property: assertion
// expect: unknown
#include <assert.h>
extern int nondet_int(void);
int main(void) {
  int other = 0, *p = 0;
  for (int i = 0; i < 3; i++) {
    if (nondet_int()) other += i;
    else other = 2 * other;
    if (other > 100) other = 3;
  }
  if (!p) p = nondet_int() ? 0 : p;
  *p = other;
  int x = nondet_int();
  assert(x == x);
  return other;
}
