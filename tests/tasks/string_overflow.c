// The terminator does not fit.
// expect: violated(deref@6)
#include <string.h>
int main(void) {
  char buf[4];
  strcpy(buf, "four");
  return buf[0];
}
