// A width leaves only some numbers: of one digit no sign, of two no number below -9.
// property: assertion
// expect: violated(assertion@11)
#include <stdio.h>
int main(void) {
  int a = 0, b = 0;
  short c = 0;
  int n = scanf("%1d%2d%3hd", &a, &b, &c);
  __CPROVER_assert(a >= 0 && a <= 9 && b >= -9 && b <= 99 && c >= -99 && c <= 999, "");
  __CPROVER_assert(n <= 3, "");
  __CPROVER_assert(b != -9, "");
}
