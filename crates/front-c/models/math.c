/* Mathematical functions, once for each format: `$` stands for the letter at the end of the names, REAL for the type.
   First those that are exact, then those of which only facts are known that hold for every library whose results are
   off by no more than some units in the last place. Special cases are those of C17 annex F. */

REAL __hecaton_any_real$(void);
int *__hecaton_errno(void);
_Bool __hecaton_any_bool(void);
int __hecaton_any_int(void);

/* Errors are told by `errno`. */
static REAL domain_error(void) {
  *__hecaton_errno() = 33;
  return __builtin_nan$("");
}
static REAL pole_error(REAL r) {
  *__hecaton_errno() = 34;
  return r;
}
/* A result of finite numbers that is too large is told, one that is too small may be. */
static REAL ranged(REAL r) {
  if (__builtin_isinf(r) || !__builtin_isnormal(r) && __hecaton_any_bool()) *__hecaton_errno() = 34;
  return r;
}

REAL modf$(REAL x, REAL *whole) {
  REAL integral = __builtin_trunc$(x);
  *whole = integral;
  if (x != x) return x;
  return __builtin_isinf(x) ? __builtin_copysign$(0, x) : __builtin_copysign$(x - integral, x);
}

REAL remainder$(REAL x, REAL y) {
  REAL a = __builtin_fabs$(x), b = __builtin_fabs$(y);
  if (x != x || y != y) return __builtin_nan$("");
  if (__builtin_isinf(a) || b == 0) return domain_error();
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
static REAL infinity(void) { return __builtin_inf$(); }
static const REAL tiny = sizeof(REAL) == 4 ? 0x1p-20 : 0x1p-48;
/* Any number between two others, and a little beyond where the bounds are rounded themselves. */
static REAL about(REAL low, REAL high) { return between(low - tiny, high + tiny); }

/* Of a periodic function nothing more than its range. */
REAL sin$(REAL x) {
  __hecaton_assumed("`sin`, `cos`, `tanh` and `erf` are taken to stay between -1 and 1");
  if (x != x) return x;
  if (__builtin_isinf(x)) return domain_error();
  if (x == 0) return x;
  return __hecaton_approximate(ranged(between(-1, 1)));
}
REAL cos$(REAL x) {
  __hecaton_assumed("`sin`, `cos`, `tanh` and `erf` are taken to stay between -1 and 1");
  if (x != x) return x;
  if (__builtin_isinf(x)) return domain_error();
  if (x == 0) return 1;
  return __hecaton_approximate(between(-1, 1));
}
REAL tan$(REAL x) {
  if (x != x) return x;
  if (__builtin_isinf(x)) return domain_error();
  if (x == 0) return x;
  REAL r = __hecaton_any_real$();
  __CPROVER_assume(r == r);
  return __hecaton_approximate(ranged(r));
}
void sincos$(REAL x, REAL *sine, REAL *cosine) {
  *sine = sin$(x);
  *cosine = cos$(x);
}

REAL asin$(REAL x) {
  if (x != x) return x;
  if (!(x >= -1 && x <= 1)) return domain_error();
  if (x == 0) return x;
  return __hecaton_approximate(x > 0 ? between(0, (REAL)1.571) : between((REAL)-1.571, 0));
}
REAL acos$(REAL x) {
  if (x != x) return x;
  if (!(x >= -1 && x <= 1)) return domain_error();
  if (x == 1) return 0;
  return __hecaton_approximate(between(0, (REAL)3.142));
}
REAL atan$(REAL x) {
  if (x != x || x == 0) return x;
  return __hecaton_approximate(x > 0 ? between(0, (REAL)1.571) : between((REAL)-1.571, 0));
}
REAL atan2$(REAL y, REAL x) {
  if (x != x || y != y) return __builtin_nan$("");
  if (y == 0 && !__builtin_signbit(x)) return y;
  return __hecaton_approximate(__builtin_signbit(y) ? between((REAL)-3.142, 0) : between(0, (REAL)3.142));
}

REAL exp$(REAL x) {
  if (x != x) return x;
  if (x == 0) return 1;
  if (__builtin_isinf(x)) return x > 0 ? x : 0;
  return __hecaton_approximate(ranged(x > 0 ? about(1, infinity()) : between(0, 1 + tiny)));
}
REAL exp2$(REAL x) {
  if (x != x) return x;
  if (x == 0) return 1;
  if (__builtin_isinf(x)) return x > 0 ? x : 0;
  return __hecaton_approximate(ranged(x > 0 ? about(1, infinity()) : between(0, 1 + tiny)));
}
REAL exp10$(REAL x) { return exp2$(x); }
REAL expm1$(REAL x) {
  if (x != x || x == 0) return x;
  if (__builtin_isinf(x)) return x > 0 ? x : -1;
  return __hecaton_approximate(ranged(x > 0 ? between(0, infinity()) : between(-1 - tiny, 0)));
}

static REAL logarithm(REAL x) {
  if (x != x) return x;
  if (x == 0) return pole_error(-infinity());
  if (x < 0) return domain_error();
  if (x == 1) return 0;
  if (__builtin_isinf(x)) return x;
  /* No finite number has a logarithm beyond the exponents there are, nor a positive one that is larger than itself. */
  return __hecaton_approximate(x > 1 ? between(0, x < 16400 ? x : 16400) : between(-16500, 0), "the value of a logarithm");
}
REAL log$(REAL x) { return logarithm(x); }
REAL log2$(REAL x) { return logarithm(x); }
REAL log10$(REAL x) { return logarithm(x); }
REAL log1p$(REAL x) {
  if (x != x || x == 0) return x;
  if (x == -1) return pole_error(-infinity());
  if (x < -1) return domain_error();
  if (__builtin_isinf(x)) return x;
  return __hecaton_approximate(ranged(x > 0 ? between(0, x < 16400 ? x + tiny : 16400) : between(-16500, 0)));
}

/* Whether a number is an odd integer; large ones are even. */
static _Bool is_odd(REAL y) {
  REAL half = y / 2;
  return __builtin_trunc$(y) == y && __builtin_trunc$(half) != half;
}
REAL pow$(REAL x, REAL y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return __builtin_nan$("");
  if (x == 0) {
    REAL zero = is_odd(y) ? x : 0, pole = is_odd(y) ? __builtin_copysign$(infinity(), x) : infinity();
    if (y > 0) return zero;
    return __builtin_isinf(y) ? infinity() : pole_error(pole);
  }
  if (x < 0 && !__builtin_isinf(x) && !__builtin_isinf(y) && __builtin_trunc$(y) != y) return domain_error();
  if (x == -1 && __builtin_isinf(y)) return 1;
  REAL size = __builtin_fabs$(x), r = (size > 1) == (y > 0) ? about(1, infinity()) : between(0, 1 + tiny);
  if (!__builtin_isinf(x) && !__builtin_isinf(y)) ranged(r);
  return __hecaton_approximate(x < 0 && is_odd(y) ? -r : r);
}

REAL sinh$(REAL x) {
  if (x != x || x == 0 || __builtin_isinf(x)) return x;
  return __hecaton_approximate(ranged(x > 0 ? between(0, infinity()) : between(-infinity(), 0)));
}
REAL cosh$(REAL x) {
  if (x != x) return x;
  if (x == 0) return 1;
  if (__builtin_isinf(x)) return infinity();
  return __hecaton_approximate(ranged(about(1, infinity())));
}
REAL tanh$(REAL x) {
  __hecaton_assumed("`sin`, `cos`, `tanh` and `erf` are taken to stay between -1 and 1");
  if (x != x || x == 0) return x;
  if (__builtin_isinf(x)) return x > 0 ? 1 : -1;
  return __hecaton_approximate(x > 0 ? between(0, 1) : between(-1, 0));
}
REAL asinh$(REAL x) {
  if (x != x || x == 0 || __builtin_isinf(x)) return x;
  return __hecaton_approximate(x > 0 ? between(0, 16400) : between(-16400, 0));
}
REAL acosh$(REAL x) {
  if (x != x) return x;
  if (!(x >= 1)) return domain_error();
  if (x == 1) return 0;
  if (__builtin_isinf(x)) return x;
  return __hecaton_approximate(between(0, 16400));
}
REAL atanh$(REAL x) {
  if (x != x || x == 0) return x;
  if (x > 1 || x < -1) return domain_error();
  if (x == 1) return pole_error(infinity());
  if (x == -1) return pole_error(-infinity());
  return __hecaton_approximate(x > 0 ? between(0, 16400) : between(-16400, 0));
}
REAL cbrt$(REAL x) {
  if (x != x || x == 0 || __builtin_isinf(x)) return x;
  REAL size = __builtin_fabs$(x), most = size > 2 ? size : 2, r = between(0, most);
  return __hecaton_approximate(x > 0 ? r : -r);
}
REAL hypot$(REAL x, REAL y) {
  REAL a = __builtin_fabs$(x), b = __builtin_fabs$(y);
  if (__builtin_isinf(a) || __builtin_isinf(b)) return infinity();
  if (x != x || y != y) return __builtin_nan$("");
  if (b == 0) return a;
  if (a == 0) return b;
  return __hecaton_approximate(ranged(between((a > b ? a : b) / 2, infinity())));
}
REAL erf$(REAL x) {
  __hecaton_assumed("`sin`, `cos`, `tanh` and `erf` are taken to stay between -1 and 1");
  if (x != x || x == 0) return x;
  if (__builtin_isinf(x)) return x > 0 ? 1 : -1;
  return __hecaton_approximate(ranged(x > 0 ? between(0, 1) : between(-1, 0)));
}
REAL erfc$(REAL x) {
  if (x != x) return x;
  return __hecaton_approximate(ranged(between(0, 2 + tiny)));
}
/* Whatever the gamma function gives, it may be an error. */
REAL tgamma$(REAL x) {
  REAL r = __hecaton_any_real$();
  int error = __hecaton_any_int();
  if (error == 33 || error == 34) *__hecaton_errno() = error;
  return __hecaton_approximate(r);
}
REAL lgamma$(REAL x) {
  REAL r = __hecaton_any_real$();
  if (__hecaton_any_bool()) *__hecaton_errno() = 34;
  return __hecaton_approximate(r);
}
