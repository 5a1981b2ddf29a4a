// A violation that has nothing to do with whether there is a date is one.
// property: assertion
// engines: auto bmc paths
// expect: violated(assertion@10)
#include <assert.h>
#include <time.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  time_t t = 1000000;
  if (localtime(&t) != 0) assert(__VERIFIER_nondet_int() != 3);
  return 0;
}
