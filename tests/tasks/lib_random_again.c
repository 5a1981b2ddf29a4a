// With the same seed the same numbers come again: what is drawn then is not known to be another one.
// property: assertion
// expect: unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(7);
  int first = rand();
  srand(7);
  assert(rand() == first);
  return 0;
}
