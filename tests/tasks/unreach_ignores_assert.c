// A failed assertion is no violation of unreach-call, and it ends the path.
// property: unreach
// expect: holds
#include <assert.h>
extern int nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = nondet_int();
  assert(x == 0);
  if (x != 0) reach_error();
  return 0;
}
