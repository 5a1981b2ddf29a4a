// White space may stand behind a number, and a set says which characters it reads.
// property: assertion
// assumes: numbers in the input of `scanf` are taken to fit the types that they are stored as
// expect: violated(assertion@9) violated(assertion@11)
#include <stdio.h>
int main(void) {
  int x;
  char c, s[3];
  if (scanf("%d%c", &x, &c) == 2) __CPROVER_assert(c != ' ', "a space");
  if (scanf("%1d%*d %2[b-dx]", &x, s) == 2) {
    __CPROVER_assert(s[0] != 'c', "one of the set");
    __CPROVER_assert(s[0] == 'x' || s[0] >= 'b' && s[0] <= 'd', "none but these");
  }
}
