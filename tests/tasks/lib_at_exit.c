// What is registered runs at the end, the last first.
// expect: violated(assertion@8)
#include <assert.h>
#include <stdlib.h>
int order;
static void first(void) {
  assert(order == 1);
  assert(order != 1);
}
static void second(void) {
  assert(order == 0);
  order = 1;
}
int main(void) {
  atexit(first);
  atexit(second);
  return 0;
}
