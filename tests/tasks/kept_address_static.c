// Unknown code keeps an address in one round of a loop, and other unknown code writes through it rounds later.
// property: assertion
// expect: violated(assertion@15)
// engines: auto bmc disjuncts
#include <assert.h>
void keep(int *p);
void tick(void);
int cond(void);
static int x;
static void step(unsigned n) {
  if (n == 30) keep(&x);
  x = 7;
  if (n == 90) {
    tick();
    assert(x == 7);
  }
}
int main(void) {
  unsigned n = 0;
  while (cond()) step(n++);
  return 0;
}
