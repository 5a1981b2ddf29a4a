// The bytes behind the member that is stored become unspecified (6.2.6.1p7).
// expect: holds
// assumes: writing a member of a union keeps the bytes of the union behind that member
#include <assert.h>
union number { char small; int large; };
int main(void) {
  union number n;
  n.large = 0x01020304;
  n.small = 7;
  assert(n.large == 0x01020307);
  return 0;
}
