// An assertion under a condition that implies it.
// expect: holds
#include <assert.h>
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x > 10 && x < 20) assert(x * 2 < 40);
  return 0;
}
