// Quotients of complex numbers, with the infinities that Annex G wants back.
// expect: holds
// engines: auto bmc paths
#include <complex.h>
#include <math.h>
int main(void) {
  double _Complex a = 2.0, b = 1.0, i = 1.0i;
  a = a / b;
  __CPROVER_assert(a == 2.0, "");
  __CPROVER_assert(1.0 / i == -i && (3.0 + 4.0i) / (1.0 + 2.0i) == 2.2 - 0.4i, "");
  float _Complex f = (1.0f + 2.0fi) / (3.0f - 1.0fi);
  __CPROVER_assert(crealf(f) == 0.1f && cimagf(f) == 0.7f, "");
  long double _Complex l = 10.0L / (1.0L + 3.0Li);
  __CPROVER_assert(creall(l) > 0.999L && creall(l) < 1.001L && cimagl(l) == -3.0L, "");
  double _Complex zero = 0.0, huge = 1e300 + 1e300i, tiny = 1e-300 + 1e-300i;
  double _Complex q = (1.0 + 1.0i) / zero;
  __CPROVER_assert(isinf(creal(q)) && isinf(cimag(q)), "");
  __CPROVER_assert(huge / huge == 1.0 && tiny / tiny == 1.0, "no overflow on the way");
  double _Complex infinite = 0.0;
  __real__ infinite = INFINITY;
  __imag__ infinite = NAN;
  double _Complex p = infinite * (1.0 + 1.0i);
  __CPROVER_assert(isinf(creal(p)) || isinf(cimag(p)), "");
  __CPROVER_assert(conj(1.0 + 2.0i) == 1.0 - 2.0i && cabs(0.0) >= 0.0, "");
  __CPROVER_assert(isinf(creal(cproj(infinite))), "");
}
