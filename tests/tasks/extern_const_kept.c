// What is declared `const` is not changed by functions without body.
// property: assertion
// expect: holds
// assumes: what is declared `const` and not defined is `const` where it is defined
#include <assert.h>
extern const int limit;
void unknown(void);
int main(void) {
  int before = limit;
  unknown();
  assert(limit == before);
}
