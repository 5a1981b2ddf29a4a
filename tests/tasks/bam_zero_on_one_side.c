// Of two paths that are joined, bytes are known to be zero on one.
// property: assertion
// expect: violated(assertion@13)
// options: -DWHEN=any
// options: -DWHEN=!any
#include <string.h>
extern int nondet_int(void);
int numbers[4];
int main(void) {
  int any = nondet_int();
  if (WHEN) memset(numbers, nondet_int(), sizeof numbers);
  else any = !any;
  __CPROVER_assert(numbers[1] == 0, "on one side only");
  return any;
}
