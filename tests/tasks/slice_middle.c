// A write of bytes in the middle of a number changes it.
// property: assertion
// expect: violated(assertion@16)
#include <assert.h>
extern int nondet_int(void);
int number;
int main(void) {
  char *bytes = (char *)&number;
  int other = 0;
  for (int i = 0; i < 3; i++) {
    if (nondet_int()) other += i;
    else other = 2 * other;
    if (other > 100) other = 3;
  }
  bytes[1] = 1;
  assert(number == 0); // fails
  return other;
}
