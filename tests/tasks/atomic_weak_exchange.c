// A weak exchange may fail without reason.
// property: assertion
// expect: violated(assertion@9)
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
int main(void) {
  int expected = 0;
  assert(atomic_compare_exchange_weak(&x, &expected, 1));
}
