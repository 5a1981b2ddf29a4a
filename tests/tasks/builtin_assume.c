// What Clang assumes is claimed like unreachable code, and known behind that. With effects it is not evaluated.
// expect: violated(assertion@13)
int nondet_int(void);
static int called;
static int call(void) { return called = 1; }
int main(void) {
  int x = nondet_int(), a[2] = {1, 2};
  if (x > 3) {
    __builtin_assume(x > 2 && a[1] == 2);
    __CPROVER_assert(x > 3, "");
  }
  __builtin_assume(call());
  __builtin_assume(x != 7);
  __CPROVER_assert(x != 7 && called == 0, "");
}
