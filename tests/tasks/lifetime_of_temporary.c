// A struct that a function returns lives until the end of the full expression (C17 6.2.4p8), whatever was evaluated of it.
// property: deref,assertion
// expect: violated(deref@15)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct A { int a[3]; };
static struct A make(int x) { return (struct A){{x, x + 1, x + 2}}; }
int main(void) {
  int c = __VERIFIER_nondet_int(), *p = 0;
  int y = (c ? make(1).a : make(5).a)[1];
  assert(y == (c ? 2 : 6));
  y = c && (p = make(3).a) && *p == 3 ? *p : 4;
  assert(y == (c ? 3 : 4));
  if (c && (p = make(3).a) && *p == 3)
    return *p;
  return 0;
}
