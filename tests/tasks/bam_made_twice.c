// Two objects that are made at one place have their own content.
// property: assertion
// expect: violated(assertion@12)
#include <stdlib.h>
static int *make(int content) {
  int *p = malloc(sizeof *p);
  *p = content;
  return p;
}
int main(void) {
  int *first = make(1), *second = make(2);
  __CPROVER_assert(*first == 2, "not the other one");
  return *second;
}
