// Every property has its own verdict.
// expect: violated(assertion@10)
#include <assert.h>
extern int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
  if (x == y) {
    assert(y == x);
  } else {
    assert(x < y);
  }
  return 0;
}
