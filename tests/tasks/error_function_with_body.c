// Where `unreach` is not asked, a program's own error function does what it says.
// property: assertion
// expect: violated(assertion@6) violated(assertion@9)
#include <assert.h>
int x, c; extern int __VERIFIER_nondet_int(void);
void reach_error(void) { __CPROVER_assert(x != 0, "in it"); }
int main(void) {
  reach_error();
  assert(x == 1);
  return 0;
}
