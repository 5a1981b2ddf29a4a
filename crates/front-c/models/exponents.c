/* The parts of floating numbers, by their encodings. */
int __hecaton_any_int(void);
int *__hecaton_errno(void);
_Bool __hecaton_any_bool(void);

union single { float value; unsigned bits; };
union twice { double value; unsigned long long bits; };
union extended { long double value; struct { unsigned long long fraction; unsigned short exponent; } parts; };

/* The number of a power of two below the value, of a number that is neither zero nor infinite nor NaN. */
static int exponent_of(long double x) {
  union extended u = {x};
  int exponent = u.parts.exponent & 0x7fff;
  if (exponent != 0) return exponent - 16383;
  int shift = __builtin_clzll(u.parts.fraction);
  return -16382 - shift;
}
/* Two to a power that is within the exponents of normal numbers. */
static double power(int n) {
  union twice u;
  u.bits = (unsigned long long)(n + 1023) << 52;
  return u.value;
}
static float powerf(int n) {
  union single u;
  u.bits = (unsigned)(n + 127) << 23;
  return u.value;
}
static long double powerl(int n) {
  union extended u = {0};
  u.parts.fraction = 1ull << 63;
  u.parts.exponent = (unsigned short)(n + 16383);
  return u.value;
}

/* What is too large sets `errno`, what is too small may do so. */
static void tell_range(_Bool odd, _Bool infinite) {
  if (infinite || odd && __hecaton_any_bool()) *__hecaton_errno() = 34;
}

/* One rounding only: a step down leaves so little to do for the last one that a number which has lost digits before
   becomes zero. */
double scalbn(double x, int n) {
  _Bool changes = x != 0 && !__builtin_isinf(x) && x == x;
  if (n > 3000) n = 3000;
  if (n < -3000) n = -3000;
  for (int i = 0; i < 2 && n > 1023; i++) { x *= power(1023); n -= 1023; }
  for (int i = 0; i < 2 && n < -1022; i++) { x *= power(-969); n += 969; }
  if (n > 1023) n = 1023;
  if (n < -1022) n = -1022;
  x *= power(n);
  if (changes) tell_range(!__builtin_isnormal(x), __builtin_isinf(x));
  return x;
}
float scalbnf(float x, int n) {
  _Bool changes = x != 0 && !__builtin_isinf(x) && x == x;
  if (n > 500) n = 500;
  if (n < -500) n = -500;
  for (int i = 0; i < 2 && n > 127; i++) { x *= powerf(127); n -= 127; }
  for (int i = 0; i < 2 && n < -126; i++) { x *= powerf(-102); n += 102; }
  if (n > 127) n = 127;
  if (n < -126) n = -126;
  x *= powerf(n);
  if (changes) tell_range(!__builtin_isnormal(x), __builtin_isinf(x));
  return x;
}
long double scalbnl(long double x, int n) {
  _Bool changes = x != 0 && !__builtin_isinf(x) && x == x;
  if (n > 50000) n = 50000;
  if (n < -50000) n = -50000;
  for (int i = 0; i < 2 && n > 16383; i++) { x *= powerl(16383); n -= 16383; }
  for (int i = 0; i < 2 && n < -16382; i++) { x *= powerl(-16318); n += 16318; }
  if (n > 16383) n = 16383;
  if (n < -16382) n = -16382;
  x *= powerl(n);
  if (changes) tell_range(!__builtin_isnormal(x), __builtin_isinf(x));
  return x;
}
double ldexp(double x, int n) { return scalbn(x, n); }
float ldexpf(float x, int n) { return scalbnf(x, n); }
long double ldexpl(long double x, int n) { return scalbnl(x, n); }
static int small(long n) { return n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n; }
double scalbln(double x, long n) { return scalbn(x, small(n)); }
float scalblnf(float x, long n) { return scalbnf(x, small(n)); }
long double scalblnl(long double x, long n) { return scalbnl(x, small(n)); }

double frexp(double x, int *exponent) {
  if (x != x || __builtin_isinf(x)) {
    *exponent = __hecaton_any_int();
    return x;
  }
  if (x == 0) {
    *exponent = 0;
    return x;
  }
  int n = exponent_of(x) + 1;
  *exponent = n;
  return scalbn(x, -n);
}
float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }
long double frexpl(long double x, int *exponent) {
  if (x != x || __builtin_isinf(x)) {
    *exponent = __hecaton_any_int();
    return x;
  }
  if (x == 0) {
    *exponent = 0;
    return x;
  }
  int n = exponent_of(x) + 1;
  *exponent = n;
  return scalbnl(x, -n);
}

int ilogbl(long double x) {
  if (x == 0 || x != x || __builtin_isinf(x)) {
    /* A domain error, which not every library tells. */
    if (__hecaton_any_bool()) *__hecaton_errno() = 33;
    return x == 0 || x != x ? -2147483647 - 1 : 2147483647;
  }
  return exponent_of(x);
}
int ilogb(double x) { return ilogbl(x); }
int ilogbf(float x) { return ilogbl(x); }
long double logbl(long double x) {
  if (x != x) return x;
  if (x == 0) {
    if (__hecaton_any_bool()) *__hecaton_errno() = 34;
    return -__builtin_inf();
  }
  return __builtin_isinf(x) ? __builtin_fabsl(x) : exponent_of(x);
}
double logb(double x) { return (double)logbl(x); }
float logbf(float x) { return (float)logbl(x); }

double nextafter(double x, double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  union twice u = {x};
  if (x == 0) {
    u.bits = 1;
    tell_range(1, 0);
    return y > 0 ? u.value : -u.value;
  }
  u.bits += (x < y) == (x > 0) ? 1 : -1;
  if (!__builtin_isinf(x)) tell_range(!__builtin_isnormal(u.value), __builtin_isinf(u.value));
  return u.value;
}
float nextafterf(float x, float y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  union single u = {x};
  if (x == 0) {
    u.bits = 1;
    tell_range(1, 0);
    return y > 0 ? u.value : -u.value;
  }
  u.bits += (x < y) == (x > 0) ? 1 : -1;
  if (!__builtin_isinf(x)) tell_range(!__builtin_isnormal(u.value), __builtin_isinf(u.value));
  return u.value;
}
double nextup(double x) { return nextafter(x, __builtin_inf()); }
double nextdown(double x) { return nextafter(x, -__builtin_inf()); }
float nextupf(float x) { return nextafterf(x, __builtin_inff()); }
float nextdownf(float x) { return nextafterf(x, -__builtin_inff()); }

/* Rounded once. There is no format in which the product would be exact: what is known is when the result is a number. */
long double __hecaton_any_longdouble(void);
long double fmal(long double x, long double y, long double z) {
  _Bool infinite = __builtin_isinf(x) || __builtin_isinf(y) || __builtin_isinf(z);
  if (x != x || y != y || z != z || x == 0 || y == 0 || infinite) return x * y + z;
  if (x == 1 || x == -1 || y == 1 || y == -1) return x * y + z;
  long double r = __hecaton_any_longdouble();
  __CPROVER_assume(r == r);
  if (!__builtin_isnormal(r) && __hecaton_any_bool()) *__hecaton_errno() = 34;
  return __hecaton_approximate(r);
}
