// A buffer must live as long as its stream is open.
// expect: violated(deref@10)
#include <stdio.h>
static void f(void) {
  char buffer[512];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}
int main(void) {
  f();
  puts("x");
}
