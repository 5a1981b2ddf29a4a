// Characters, by functions and by the tables that the macros of the library use.
// expect: holds
#include <assert.h>
#include <ctype.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < 0 || c > 127) return 0;
  if (isdigit(c)) assert(isxdigit(c) && isalnum(c) && !isalpha(c));
  if (islower(c)) assert(isupper(toupper(c)));
  return 0;
}
