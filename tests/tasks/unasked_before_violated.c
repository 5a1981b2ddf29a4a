// A violation that comes before an access that is surely invalid is found, and shown without it.
// property: assertion
// expect: violated(assertion@9)
#include <assert.h>
unsigned nd(void);
int main(void) {
  int arr[4] = {0};
  unsigned n = nd();
  assert(n != 3);
  arr[4] = 1;
  return 0;
}
