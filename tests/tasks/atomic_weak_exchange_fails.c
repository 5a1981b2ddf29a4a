// Whether or not a weak exchange fails without reason, it does what it says.
// property: assertion
// expect: holds
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
int main(void) {
  int expected = 0;
  if (atomic_compare_exchange_weak(&x, &expected, 1)) assert(x == 1);
  else assert(x == 0);
  assert(expected == 0);
  expected = 7;
  assert(!atomic_compare_exchange_weak(&x, &expected, 8) && expected == x);
  expected = x;
  while (!atomic_compare_exchange_weak(&x, &expected, 2)) assert(expected != 2);
  assert(x == 2);
}
