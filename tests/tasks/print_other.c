// A conversion that is not in the standard: how long the text is and what it says is not known, but nothing else changes.
// property: assertion
// expect: holds
#include <stdio.h>
int x = 1;
int main(void) {
  char text[8];
  snprintf(text, sizeof text, "a%Qb", 5);
  __CPROVER_assert(text[0] == 'a', "this one");
  __CPROVER_assert(x == 1, "nothing else");
  return 0;
}
