// Addresses of labels, chosen by an input. A plain jump out of a scope runs the cleanup of a variable there.
// property: assertion
// expect: violated(assertion@24)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static int left;
static void leave(int *p) { left += *p; }

int main(void) {
  static void *const table[] = {&&zero, &&one, &&two};
  unsigned n = __VERIFIER_nondet_uint();
  goto *table[n % 3];
one: {
  int x __attribute__((cleanup(leave))) = 5;
  goto next;
}
next:
  goto *table[0];
zero:
  assert((n % 3 == 0 && left == 0) || (n % 3 == 1 && left == 5));
  return 0;
two:
  assert(n % 3 == 1);
  return 0;
}
