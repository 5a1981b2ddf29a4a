// Padding bytes take unspecified values when a member is stored (6.2.6.1p6): the comparison may find them different.
// expect: holds
// assumes: padding bytes are zero at first and keep their values when members are written
#include <assert.h>
#include <string.h>
struct item { char tag; int value; };
int main(void) {
  struct item a = {1, 2}, b = {1, 2};
  assert(memcmp(&a, &b, sizeof a) == 0);
  return 0;
}
