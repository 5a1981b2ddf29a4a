// Output may fail, so that less was printed.
// expect: violated(assertion@6)
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(printf("abc") == 3);
  return 0;
}
