// The bytes of a struct are looked at after they were copied to an array of characters.
// expect: holds
// assumes: padding bytes are zero at first and keep their values when members are written
#include <assert.h>
#include <string.h>
struct item { char tag; int value; };
int main(void) {
  struct item a = {0};
  a.tag = 1;
  a.value = 2;
  unsigned char bytes[sizeof a];
  memcpy(bytes, &a, sizeof a);
  assert(bytes[1] == 0);
  return 0;
}
