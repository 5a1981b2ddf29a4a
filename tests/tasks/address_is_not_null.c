// What is known of addresses is known in every question.
// property: assertion
// expect: holds
#include <assert.h>
#include <stdint.h>
extern int nondet_int(void);
int x, y;
int main(void) {
  uintptr_t one = (uintptr_t)&x, other = (uintptr_t)&y;
  if (nondet_int()) x = 1;
  assert(one != 0);
  assert(one != other);
  assert(one % 4 == 0);
  return 0;
}
