// `realloc` to no bytes may free the object or keep it, and may give a pointer or none.
// property: assertion
// expect: violated(assertion@9) violated(assertion@11)
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  void *p = malloc(3), *q = realloc(p, 0);
  if (__VERIFIER_nondet_int()) assert(q == 0);
  if (q) free(q);
  assert(q != 0);
  return 0;
}
