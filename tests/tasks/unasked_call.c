// Behind a call that surely is of no function nothing is claimed, when nobody asks about such calls.
// property: assertion
// expect: unknown
#include <assert.h>
int main(void) {
  void (*f)(void) = 0;
  f();
  assert(0);
}
