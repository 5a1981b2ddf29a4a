// A type without a tag is the same in the program and in the library.
// property: assertion
// expect: violated(assertion@9)
#include <stdlib.h>
int main(void) {
  div_t d = div(17, 5);
  ldiv_t l = ldiv(17, 5);
  __CPROVER_assert(d.quot == 3 && d.rem == 2 && l.quot == 3, "quotient and rest");
  __CPROVER_assert(l.rem == 3, "not three");
  return 0;
}
