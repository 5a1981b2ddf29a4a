// The same by way of a pointer to characters, for the bits that no bit-field takes.
// expect: holds
// assumes: padding bytes are zero at first and keep their values when members are written
#include <assert.h>
struct flags { unsigned a : 3; };
int main(void) {
  struct flags f = {5};
  unsigned char *bytes = (unsigned char *)&f;
  assert(bytes[3] == 0);
  return 0;
}
