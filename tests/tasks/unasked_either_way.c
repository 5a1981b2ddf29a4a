// The access is invalid whichever way is gone: each way for a reason of its own.
// property: assertion
// expect: unknown
#include <assert.h>
int nd(void);
int main(void) {
  int a[4] = {0}, *p = a;
  if (nd()) p = 0;
  else p += 4;
  *p = 1;
  assert(a[0] == 1);
}
