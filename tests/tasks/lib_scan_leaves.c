// What stands behind a number that was read is no digit, and else not known.
// expect: unknown
#include <stdio.h>
int main(void) {
  int x;
  if (scanf("%d", &x) == 1 && !ferror(stdin)) {
    int c = getchar();
    __CPROVER_assert(c != '7', "no digit");
  }
}
