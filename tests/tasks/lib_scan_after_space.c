// White space in a format of input passes over what there is of it (7.21.6.2p5).
// expect: violated(assertion@8)
#include <ctype.h>
#include <stdio.h>
int main(void) {
  char after, at_once;
  if (scanf(" %c", &after) == 1) __CPROVER_assert(after != ' ' && after != '\n' && after != '\t', "none is left");
  if (scanf("%c", &at_once) == 1) __CPROVER_assert(at_once != ' ', "any character");
}
