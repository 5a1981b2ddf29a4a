// A number takes all of its digits: none is left for the character behind it, nor for the next call.
// property: assertion
// expect: unknown
#include <stdio.h>
int main(void) {
  int x;
  char c;
  if (scanf("%d%c", &x, &c) == 2) __CPROVER_assert(c != '7', "no digit");
}
