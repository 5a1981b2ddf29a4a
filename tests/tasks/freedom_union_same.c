// Members of one size share all their bytes.
// expect: holds
// assumes: nothing
#include <assert.h>
union number { float real; unsigned bits; };
int main(void) {
  union number n;
  n.real = 1.0f;
  assert(n.bits == 0x3f800000);
  return 0;
}
