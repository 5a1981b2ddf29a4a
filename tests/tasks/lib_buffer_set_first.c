// That a stream gets its buffer before anything else is told (7.21.5.6p2).
// expect: holds
// assumes: `setvbuf` and `setbuf` are taken to be called before any other operation on their streams
#include <stdio.h>
int main(void) {
  static char buffer[16];
  setvbuf(stdin, buffer, _IOFBF, sizeof buffer);
}
