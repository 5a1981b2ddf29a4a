// Every execution leaves the array in the last round of the loop; the earlier rounds do not matter.
// property: assertion
// expect: unknown
#include <assert.h>
int main(void) {
  int a[20];
  for (int i = 0; i <= 20; i++) a[i] = i;
  assert(a[0] == 1);
}
