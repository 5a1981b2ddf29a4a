// Functions that are operators here tell errors too.
// expect: holds
#include <assert.h>
#include <errno.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  errno = 0;
  sqrt(x);
  assert((errno == EDOM) == (x < 0));
  errno = 0;
  fmod(1, 0);
  assert(errno == EDOM);
  errno = 0;
  fdim(1e308, -1e308);
  assert(errno == ERANGE);
}
