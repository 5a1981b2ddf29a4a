// A number that its type cannot represent is undefined in `sscanf` (7.21.6.2p10).
// expect: violated(assertion@6)
#include <stdio.h>
int main(void) {
  signed char c = 0;
  sscanf("128", "%hhd", &c);
}
