// A buffer that lives until the end.
// expect: holds
// assumes: `setvbuf` and `setbuf` are taken to be called before any other operation on their streams
#include <stdio.h>
int main(void) {
  static char buffer[512];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  puts("x");
  return 0;
}
