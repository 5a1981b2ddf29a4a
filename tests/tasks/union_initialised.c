// An initialiser gives a value to one member of a union; the bytes behind it are another matter (6.2.6.1p7), also where
// the union is a member without a name.
// expect: holds
// assumes: writing a member of a union keeps the bytes of the union behind that member
#include <assert.h>
union number { char small; int large; };
struct tagged { int tag; union { char small; int large; }; };
int main(void) {
  union number n = {0};
  struct tagged t = {1, {2}};
  assert(n.large == 0 && t.tag == 1);
  t.small = 3;
  return t.large == 0;
}
