// Control may go to every label of an `asm goto`, and past it.
// property: assertion
// expect: violated(assertion@9) violated(assertion@12)
#include <assert.h>

int main(void) {
  int way = 1;
  __asm__ goto("jmp %l0" : : : : out);
  assert(way != 1);
  return 0;
out:
  assert(way == 2);
  return 0;
}
