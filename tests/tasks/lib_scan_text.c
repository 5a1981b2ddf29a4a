// What `sscanf` reads from a text, how much of it, and where it stops (7.21.6.2).
// property: assertion
// expect: holds
#include <stdio.h>
#include <string.h>
int main(void) {
  int a, b, n;
  unsigned u;
  char s[8], c;
  __CPROVER_assert(sscanf("12 -7x", "%d %d%n", &a, &b, &n) == 2 && a == 12 && b == -7 && n == 5, "numbers");
  __CPROVER_assert(sscanf("0x1f077", "%4x%i", &u, &a) == 2 && u == 31 && a == 63, "widths and bases");
  __CPROVER_assert(sscanf("key=v", "%7[^=]=%c", s, &c) == 2 && c == 'v' && strcmp(s, "key") == 0, "sets");
  __CPROVER_assert(sscanf(" 1 word", "%*d %3s", s) == 1 && strcmp(s, "wor") == 0, "what is passed over");
  __CPROVER_assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0, "the end, and something else");
}
