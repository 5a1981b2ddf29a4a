// Functions may lie anywhere: a call through a computed address means the function that lies there.
// property: assertion,deref
// expect: violated(assertion@8) violated(deref@22) violated(assertion@26) violated(assertion@27)
// engines: auto bmc paths disjuncts
#include <assert.h>
#include <stdint.h>

static void never(void) { assert(0); }
static void other(void) {}
unsigned long __VERIFIER_nondet_ulong(void);
#define any __VERIFIER_nondet_ulong
static int object;

int main(void) {
  uintptr_t a = (uintptr_t)never, b = (uintptr_t)other, k = any(), m = any();
  assert(a != 0 && a != b && a != (uintptr_t)&object);
  void (*g)(void) = (void (*)(void))((a ^ k) ^ m);
  if (k == m && any() == 1) g();
  g = (void (*)(void))(b + 4 - 4);
  g();
  if (any() == 2) {
    ((void (*)(void))((a << 1) >> 1))();
  }
  switch (any()) {
  /* The order of functions and objects is not known, nor how far they are apart. */
  case 1: assert(a > (uintptr_t)&object); return 0;
  case 2: assert(b - a != 1); return 0;
  }
  return 0;
}
