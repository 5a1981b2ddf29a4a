// String functions on an arbitrary string.
// expect: violated(assertion@14)
extern char nondet_char(void);
#include <string.h>
int main(void) {
  char s[6];
  for (int i = 0; i < 5; i++) s[i] = nondet_char();
  s[5] = 0;
  unsigned long n = strlen(s);
  __CPROVER_assert(n <= 5, "ends");
  char t[6];
  strcpy(t, s);
  __CPROVER_assert(strcmp(s, t) == 0, "copied");
  __CPROVER_assert(strcmp(s, "abc") != 0, "may be abc");
  return 0;
}
