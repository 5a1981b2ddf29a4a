// Some executions stay inside of the array: the others are taken not to be there, and a proof says so.
// property: assertion
// expect: holds
#include <assert.h>
unsigned nd(void);
int main(void) {
  int a[20];
  unsigned n = nd();
  for (unsigned i = 0; i < n; i++) a[i] = 0;
  assert(n <= 20);
}
