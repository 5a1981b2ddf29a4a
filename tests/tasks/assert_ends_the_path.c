// A failed assertion aborts, so what follows is checked only where it held.
// expect: violated(assertion@7)
#include <assert.h>
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  assert(x == 3);
  assert(x > 2);
  return 0;
}
