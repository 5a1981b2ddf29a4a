// The number has one digit too many for the room.
// property: deref
// expect: violated(deref@8)
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4];
  sprintf(text, "%d", 1000 + (__VERIFIER_nondet_int() & 1));
  return 0;
}
