// The last places of such a value are those of the library: neither that it is a number near the real one nor that it is none
// can be told.
// expect: unknown
#include <assert.h>
#include <math.h>
int main(void) {
  assert(exp(1.0) == 2.718281828459045);
  return 0;
}
