// A byte that is neither 0 nor 1 in a `_Bool` is no value of it: reading it is undefined (6.2.6.1p5).
// expect: holds
// assumes: `_Bool` objects are assumed to hold 0 or 1 when they are read: any other byte reads as 1
#include <string.h>
union mixed { unsigned char byte; _Bool truth; };
int main(void) {
  int a[2] = {0, 0};
  _Bool b;
  *(unsigned char *)&b = 5;
  unsigned char c = 7;
  _Bool d;
  memcpy(&d, &c, 1);
  union mixed m;
  m.byte = 9;
  return a[b] + a[d] + a[m.truth];
}
