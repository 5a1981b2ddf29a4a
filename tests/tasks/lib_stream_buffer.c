// A buffer that lives until the end.
// expect: holds
// assumes: nothing
#include <stdio.h>
int main(void) {
  static char buffer[512];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  puts("x");
  return 0;
}
