// An argument that is no character is undefined.
// property: deref
// expect: violated(deref@7)
#include <ctype.h>
int main(void) {
  int c = 1000;
  return isalpha(c) != 0;
}
