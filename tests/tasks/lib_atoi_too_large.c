// A number that does not fit is undefined for `atoi`.
// property: overflow
// expect: violated(overflow@6)
#include <stdlib.h>
int main(void) {
  return atoi("2147483648") == 0;
}
