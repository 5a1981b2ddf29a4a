/* Mathematical functions, once for each format: `$` stands for the letter at the end of the names, REAL for the type.
   First those that are exact, then those of which only facts are known that hold for every library. */

REAL __hecaton_any_real$(void);
int *__errno_location(void);

REAL modf$(REAL x, REAL *whole) {
  REAL integral = __builtin_trunc$(x);
  *whole = integral;
  if (x != x) return x;
  return __builtin_isinf(x) ? __builtin_copysign$(0, x) : __builtin_copysign$(x - integral, x);
}

REAL remainder$(REAL x, REAL y) {
  REAL a = __builtin_fabs$(x), b = __builtin_fabs$(y);
  if (x != x || y != y || __builtin_isinf(a) || b == 0) return (x - x) / (y - y);
  if (__builtin_isinf(b)) return x;
  REAL rest = __builtin_fmod$(a, b);
  _Bool odd = __builtin_isinf(b + b) ? a >= b : __builtin_fmod$(a, b + b) >= b;
  /* Where the difference is not exact it is so large that the comparison is right all the same. */
  if (rest > b - rest || rest == b - rest && odd) rest = rest - b;
  return __builtin_signbit(x) ? -rest : rest;
}
REAL drem$(REAL x, REAL y) { return remainder$(x, y); }

/* A number that is known to lie between two others. */
static REAL between(REAL low, REAL high) {
  REAL r = __hecaton_any_real$();
  __CPROVER_assume(r >= low && r <= high);
  return r;
}
static REAL not_a_number(void) { return __builtin_nan$(""); }
static REAL infinity(void) { return __builtin_inf$(); }

/* Of a periodic function nothing more than its range. */
REAL sin$(REAL x) {
  if (x != x || __builtin_isinf(x)) return not_a_number();
  if (x == 0) return x;
  return __hecaton_approximate(between(-1, 1));
}
REAL cos$(REAL x) {
  if (x != x || __builtin_isinf(x)) return not_a_number();
  if (x == 0) return 1;
  return __hecaton_approximate(between(-1, 1));
}
REAL tan$(REAL x) {
  if (x != x || __builtin_isinf(x)) return not_a_number();
  if (x == 0) return x;
  REAL r = __hecaton_any_real$();
  __CPROVER_assume(r == r);
  return __hecaton_approximate(r);
}
void sincos$(REAL x, REAL *sine, REAL *cosine) {
  *sine = sin$(x);
  *cosine = cos$(x);
}

REAL asin$(REAL x) {
  if (!(x >= -1 && x <= 1)) return not_a_number();
  if (x == 0) return x;
  return __hecaton_approximate(x > 0 ? between(0, (REAL)1.6) : between((REAL)-1.6, 0));
}
REAL acos$(REAL x) {
  if (!(x >= -1 && x <= 1)) return not_a_number();
  if (x == 1) return 0;
  return __hecaton_approximate(between(0, (REAL)3.2));
}
REAL atan$(REAL x) {
  if (x != x || x == 0) return x;
  return __hecaton_approximate(x > 0 ? between(0, (REAL)1.6) : between((REAL)-1.6, 0));
}
REAL atan2$(REAL y, REAL x) {
  if (x != x || y != y) return not_a_number();
  return __hecaton_approximate(__builtin_signbit(y) ? between((REAL)-3.2, 0) : between(0, (REAL)3.2));
}

REAL exp$(REAL x) {
  if (x != x) return x;
  if (x == 0) return 1;
  if (__builtin_isinf(x)) return x > 0 ? x : 0;
  return __hecaton_approximate(x > 0 ? between((REAL)0.99, infinity()) : between(0, (REAL)1.01));
}
REAL exp2$(REAL x) {
  if (x != x) return x;
  if (x == 0) return 1;
  if (__builtin_isinf(x)) return x > 0 ? x : 0;
  return __hecaton_approximate(x > 0 ? between((REAL)0.99, infinity()) : between(0, (REAL)1.01));
}
REAL exp10$(REAL x) { return exp2$(x); }
REAL expm1$(REAL x) {
  if (x != x || x == 0) return x;
  if (__builtin_isinf(x)) return x > 0 ? x : -1;
  return __hecaton_approximate(x > 0 ? between(0, infinity()) : between(-1, 0));
}

static REAL logarithm(REAL x) {
  if (x != x) return x;
  if (x == 0) {
    *__errno_location() = 34;
    return -infinity();
  }
  if (x < 0) {
    *__errno_location() = 33;
    return not_a_number();
  }
  if (x == 1) return 0;
  if (__builtin_isinf(x)) return x;
  /* No finite number has a logarithm beyond the exponents there are. */
  return __hecaton_approximate(x > 1 ? between(0, 16400) : between(-16500, 0), "the value of a logarithm");
}
REAL log$(REAL x) { return logarithm(x); }
REAL log2$(REAL x) { return logarithm(x); }
REAL log10$(REAL x) { return logarithm(x); }
REAL log1p$(REAL x) {
  if (x != x || x == 0) return x;
  if (x == -1) return -infinity();
  if (x < -1) return not_a_number();
  if (__builtin_isinf(x)) return x;
  return __hecaton_approximate(x > 0 ? between(0, 16400) : between(-16500, 0));
}

REAL pow$(REAL x, REAL y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return not_a_number();
  if (y == 1) return x;
  if (x > 0 || !__builtin_signbit(x)) {
    if (x == 0) return y > 0 ? 0 : infinity();
    return __hecaton_approximate((x > 1) == (y > 0) ? between((REAL)0.99, infinity()) : between(0, (REAL)1.01));
  }
  REAL r = __hecaton_any_real$();
  if (!__builtin_isinf(x) && !__builtin_isinf(y) && x != 0 && __builtin_trunc$(y) != y) return not_a_number();
  __CPROVER_assume(r == r);
  return __hecaton_approximate(r);
}

REAL sinh$(REAL x) {
  if (x != x || x == 0 || __builtin_isinf(x)) return x;
  return __hecaton_approximate(x > 0 ? between(0, infinity()) : between(-infinity(), 0));
}
REAL cosh$(REAL x) {
  if (x != x) return x;
  if (x == 0) return 1;
  if (__builtin_isinf(x)) return infinity();
  return __hecaton_approximate(between((REAL)0.99, infinity()));
}
REAL tanh$(REAL x) {
  if (x != x || x == 0) return x;
  if (__builtin_isinf(x)) return x > 0 ? 1 : -1;
  return __hecaton_approximate(x > 0 ? between(0, 1) : between(-1, 0));
}
REAL asinh$(REAL x) {
  if (x != x || x == 0 || __builtin_isinf(x)) return x;
  return __hecaton_approximate(x > 0 ? between(0, 16400) : between(-16400, 0));
}
REAL acosh$(REAL x) {
  if (!(x >= 1)) return not_a_number();
  if (x == 1) return 0;
  if (__builtin_isinf(x)) return x;
  return __hecaton_approximate(between(0, 16400));
}
REAL atanh$(REAL x) {
  if (x != x || x == 0) return x;
  if (x > 1 || x < -1) return not_a_number();
  if (x == 1) return infinity();
  if (x == -1) return -infinity();
  return __hecaton_approximate(x > 0 ? between(0, 16400) : between(-16400, 0));
}
REAL cbrt$(REAL x) {
  if (x != x || x == 0 || __builtin_isinf(x)) return x;
  REAL size = __builtin_fabs$(x), most = size > 1 ? size : 1, r = between(0, most);
  return __hecaton_approximate(x > 0 ? r : -r);
}
REAL hypot$(REAL x, REAL y) {
  REAL a = __builtin_fabs$(x), b = __builtin_fabs$(y);
  if (__builtin_isinf(a) || __builtin_isinf(b)) return infinity();
  if (x != x || y != y) return not_a_number();
  if (b == 0) return a;
  if (a == 0) return b;
  return __hecaton_approximate(between((a > b ? a : b) / 2, infinity()));
}
REAL erf$(REAL x) {
  if (x != x || x == 0) return x;
  return __hecaton_approximate(x > 0 ? between(0, 1) : between(-1, 0));
}
REAL erfc$(REAL x) {
  if (x != x) return x;
  return __hecaton_approximate(between(0, 2));
}
REAL tgamma$(REAL x) {
  REAL r = __hecaton_any_real$();
  return __hecaton_approximate(r);
}
REAL lgamma$(REAL x) {
  REAL r = __hecaton_any_real$();
  return __hecaton_approximate(r);
}
/* Rounded once; what is known is when it is a number. */
REAL fma$(REAL x, REAL y, REAL z) {
  if (x != x || y != y || z != z) return not_a_number();
  if (x == 0 || y == 0) {
    if (__builtin_isinf(x) || __builtin_isinf(y)) return not_a_number();
    return x * y + z;
  }
  if (__builtin_isinf(x) || __builtin_isinf(y) || __builtin_isinf(z)) return x * y + z;
  if (x == 1 || x == -1 || y == 1 || y == -1) return x * y + z;
  REAL r = __hecaton_any_real$();
  __CPROVER_assume(r == r);
  return __hecaton_approximate(r);
}
