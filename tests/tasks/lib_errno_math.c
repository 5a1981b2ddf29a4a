// Mathematical functions tell errors.
// property: assertion
// expect: violated(assertion@9)
#include <assert.h>
#include <errno.h>
#include <math.h>
int main(void) {
  errno = 0;
  if (isnan(log(-1))) assert(errno == 0);
  return 0;
}
