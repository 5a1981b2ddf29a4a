// What is weak and not defined here may be defined elsewhere, or not at all: then its address is null.
// property: assertion,deref
// expect: violated(assertion@15) violated(deref@16)
// engines: auto bmc paths induction
extern void f(void) __attribute__((weak));
extern int x __attribute__((weak));
int always __attribute__((weak)) = 3;
int main(void) {
  __CPROVER_assert(always == 3, "");
  if (f) f();
  if (&x) {
    x = 3;
    __CPROVER_assert(x == 3 && &x != 0, "");
  }
  __CPROVER_assert(f != 0, "perhaps not");
  f();
  __CPROVER_assert(f != 0, "it has been called");
}
