// In another locale than "C" there may be more letters, and they may have another case; digits are the same, and what
// is a letter stays one.
// property: assertion
// expect: violated(assertion@11) violated(assertion@12)
#include <assert.h>
#include <ctype.h>
#include <locale.h>
int main(void) {
  assert(!isalpha(0xe9) && toupper(0xe9) == 0xe9);
  setlocale(LC_ALL, "");
  assert(toupper(0xe9) == 0xe9);
  assert(!isalpha(0xe9));
  assert(isalpha('a') && !isdigit(0xe9) && !isdigit('a') && !isalpha('0'));
  assert(!isalpha(0xe9) == !isalpha(0xe9) && toupper(0xe9) == toupper(0xe9));
  if (isupper(0xe9)) assert(isalpha(0xe9) && !isspace(0xe9) && isalnum(0xe9));
  setlocale(LC_ALL, "C");
  assert(!isalpha(0xe9));
  return 0;
}
