// An assertion that fails for one value.
// expect: violated(assertion@7)
#include <assert.h>
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x > 10 && x < 20) assert(x * 2 < 38);
  return 0;
}
