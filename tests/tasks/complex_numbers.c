// Complex numbers: arithmetic by parts, conversions, the conjugate.
// expect: violated(assertion@34)
extern double nondet_double(void);
_Complex double start = 1.5 - 2.0i;
struct pair {
  _Complex float z;
  int after;
};
static _Complex double scaled(_Complex double z, double by) { return z * by; }
int main(void) {
  _Complex double a = 1.0 + 2.0i, b = 3.0;
  __CPROVER_assert(sizeof(a) == 16 && __real__ a == 1.0 && __imag__ a == 2.0 && __imag__ b == 0.0, "parts");
  __CPROVER_assert(__real__ start == 1.5 && __imag__ start == -2.0, "static");
  _Complex double c = a * a;
  __CPROVER_assert(__real__ c == -3.0 && __imag__ c == 4.0, "product");
  c = a + b - 1.0i;
  __CPROVER_assert(c == 4.0 + 1.0i && c != a && (double)c == 4.0, "sum");
  c = ~a;
  __CPROVER_assert(__imag__ c == -2.0 && __imag__ -c == 2.0, "conjugate");
  c = scaled(a, 2.0) / 4.0;
  __CPROVER_assert(__real__ c == 0.5 && __imag__ c == 1.0, "by a real number");
  struct pair p = {1.0f, 7};
  __imag__ p.z = 3;
  __CPROVER_assert(p.after == 7 && __real__ p.z == 1.0f && __imag__ p.z == 3.0f, "members");
  _Complex int i = 2 + 3i;
  i += 1;
  __CPROVER_assert(__real__ i == 3 && __imag__ i == 3 && (i ? 1 : 0) && !(_Bool)(_Complex int)0, "integers");
  double x = nondet_double();
  if (x >= 0 && x <= 4) {
    _Complex double z = x;
    __imag__ z = 1;
    c = z * z;
    __CPROVER_assert(__imag__ c == x + x, "twice the real part");
    __CPROVER_assert(__real__ c != 3.0, "two is possible");
  }
  return 0;
}
