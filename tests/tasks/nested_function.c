// A nested function changes the variables of the function around it, also when it is called by pointer.
// property: assertion
// expect: violated(assertion@18)
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void twice(void (*f)(int), int x) {
  f(x);
  f(x);
}

int main(void) {
  int n = __VERIFIER_nondet_int() & 255, sum = 0;
  void add(int by) { sum += by + n; }
  add(1);
  twice(add, 2);
  assert(sum == 3 * n + 5);
  assert(sum != 20);
  return 0;
}
