// An array of one element at the end of a struct may be longer, if the object is: the object is the bound.
// property: bounds,deref,assertion
// expect: violated(assertion@15) violated(deref@16)
#include <stdlib.h>
struct text {
  int length;
  char bytes[1];
};
int main(void) {
  struct text *t = malloc(sizeof *t + 4);
  if (t == 0) return 0;
  for (int i = 0; i < 5; i++) t->bytes[i] = (char)i;
  int sum = 0;
  for (int i = 0; i < 5; i++) sum += t->bytes[i];
  __CPROVER_assert(sum != 10, "what follows is seen");
  t->bytes[8] = 1;
  free(t);
  return 0;
}
