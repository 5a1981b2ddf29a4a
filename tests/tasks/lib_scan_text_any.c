// Texts that are not known are followed as far as they are short.
// property: assertion
// expect: violated(assertion@10)
#include <stdio.h>
int main(void) {
  char text[4];
  if (!fgets(text, sizeof text, stdin)) return 1;
  int x = 0;
  if (sscanf(text, "%d", &x) == 1) __CPROVER_assert(x <= 999 && x >= -99, "three characters");
  __CPROVER_assert(x != -42, "one of them");
}
