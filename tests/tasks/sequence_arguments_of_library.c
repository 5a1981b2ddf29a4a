// Arguments of functions of the library are operands like others.
// expect: violated(sequence@6)
#include <stdio.h>
int main(void) {
  int i = 0;
  printf("%d %d\n", i++, i);
  printf("%d %d\n", i, i + 1);
}
