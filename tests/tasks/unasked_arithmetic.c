// What overflows, divides by zero or shifts too far is undefined, and nobody asks for it: the proof says what it assumes.
// property: assertion
// expect: holds
// assumes: signed arithmetic is assumed not to overflow, since `overflow` is not checked
// assumes: divisors are assumed not to be zero, since `division` is not checked
// assumes: shift amounts are assumed to fit, and nothing negative to be shifted left, since `shift` is not checked
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
  int sum = x + y, quotient = 7u / (unsigned)x, moved = 1u >> y;
  assert((sum & 1) == ((x ^ y) & 1));
  return quotient == moved;
}
