// A pointer that can be anything may lead nowhere, and then it cannot be freed.
// property: free
// expect: violated(free@8) violated(free@11)
#include <stdlib.h>
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int *any = __VERIFIER_nondet_pointer();
  if (any != 0) free(any);
  char *never_set, *set;
  set = malloc(1);
  if (never_set != 0) free((void *)never_set);
  free(set);
  return 0;
}
