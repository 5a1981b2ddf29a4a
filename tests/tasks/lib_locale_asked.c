// Who asks for the locale, or chooses the C locale, does not change it.
// property: assertion
// expect: holds
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <string.h>
int main(void) {
  const char *name = setlocale(LC_ALL, 0);
  assert(name != 0);
  assert(setlocale(LC_CTYPE, "C") != 0);
  assert(!isalpha(0xe9) && strcoll("b", "a") > 0);
  return 0;
}
