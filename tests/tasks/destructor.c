// Destructors run after what `atexit` registered, the last first; those without priority before those with one.
// expect: violated(assertion@12)
#include <stdlib.h>
int order;
static void registered(void) { order = order * 10 + 1; }
__attribute__((destructor(101))) static void last(void) {
  __CPROVER_assert(order == 1234 || order == 8, "all have run");
  order = order * 10 + 5;
}
__attribute__((destructor(102))) static void third(void) {
  order = order * 10 + 4;
  __CPROVER_assert(order != 1234, "reached, and in this order");
}
__attribute__((destructor)) static void second(void) { order = order * 10 + 3; }
__attribute__((destructor)) static void first(void) { order = order * 10 + 2; }
__attribute__((constructor)) static void start(void) { atexit(registered); }
int main(void) {
  __CPROVER_assert(order == 0, "nothing has run");
  return 0;
}
