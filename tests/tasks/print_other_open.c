// What depends on the text of a conversion that is not in the standard is left open.
// property: assertion
// expect: unknown
#include <stdio.h>
int main(void) {
  char text[8];
  snprintf(text, sizeof text, "a%Qb", 5);
  __CPROVER_assert(text[1] != 'b', "not known");
  return 0;
}
