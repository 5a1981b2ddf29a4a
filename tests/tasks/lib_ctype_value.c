// A test of a character gives any number that is not zero.
// property: assertion
// expect: violated(assertion@8) violated(assertion@9)
#include <assert.h>
#include <ctype.h>
int main(void) {
  int c = 'a', (*test)(int) = isalpha, once = test(c);
  if (isdigit(c + 1) == 0 && isspace(' ') != 0) assert(once == 1);
  assert(isalpha(c) == once);
  return 0;
}
