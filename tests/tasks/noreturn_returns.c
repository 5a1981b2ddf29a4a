// A function that is declared never to return does (6.7.4p8).
// expect: violated(assertion@4)
#include <stdlib.h>
_Noreturn static void stop(int code) {
  if (code)
    exit(code);
}
int main(void) {
  stop(0);
  return 0;
}
