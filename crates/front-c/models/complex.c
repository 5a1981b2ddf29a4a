/* Complex numbers, once for each format. `$` stands for the letter at the end of the names, REAL for the type of the
   parts. The standard leaves open how quotients are rounded; here it is done as in gcc's library. */

REAL __hecaton_any_real$(void);
REAL hypot$(REAL x, REAL y);
REAL atan2$(REAL y, REAL x);

static REAL infinity(void) { return __builtin_inf$(); }
/* A box around an infinite number is one or zero on each side. */
static REAL boxed(REAL x) { return __builtin_copysign$(__builtin_isinf(x) ? 1 : 0, x); }
static REAL zeroed(REAL x) { return __builtin_isnan(x) ? __builtin_copysign$(0, x) : x; }
static REAL _Complex together(REAL x, REAL y) {
  REAL _Complex z;
  __real__ z = x;
  __imag__ z = y;
  return z;
}

/* A product both parts of which are not numbers: perhaps it is infinite. */
REAL _Complex __hecaton_multiply$(REAL a, REAL b, REAL c, REAL d) {
  REAL ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  _Bool again = 0;
  if (__builtin_isinf(a) || __builtin_isinf(b)) {
    a = boxed(a);
    b = boxed(b);
    c = zeroed(c);
    d = zeroed(d);
    again = 1;
  }
  if (__builtin_isinf(c) || __builtin_isinf(d)) {
    c = boxed(c);
    d = boxed(d);
    a = zeroed(a);
    b = zeroed(b);
    again = 1;
  }
  if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
    a = zeroed(a);
    b = zeroed(b);
    c = zeroed(c);
    d = zeroed(d);
    again = 1;
  }
  if (!again) return together(ac - bd, ad + bc);
  return together(infinity() * (a * c - b * d), infinity() * (a * d + b * c));
}

/* Parts of a quotient that are both not numbers: zero was divided by, or one side is infinite. */
static REAL _Complex recovered(REAL a, REAL b, REAL c, REAL d, REAL x, REAL y) {
  if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
    x = __builtin_copysign$(infinity(), c) * a;
    y = __builtin_copysign$(infinity(), c) * b;
  } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
    a = boxed(a);
    b = boxed(b);
    x = infinity() * (a * c + b * d);
    y = infinity() * (b * c - a * d);
  } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
    c = boxed(c);
    d = boxed(d);
    x = 0 * (a * c + b * d);
    y = 0 * (b * c - a * d);
  }
  return together(x, y);
}

REAL _Complex __hecaton_divide$(REAL a, REAL b, REAL c, REAL d) {
  __hecaton_assumed("quotients of complex numbers are rounded as in gcc's library");
  REAL x, y;
  if (sizeof(REAL) == 4) {
    double aa = a, bb = b, cc = c, dd = d, square = cc * cc + dd * dd;
    x = (aa * cc + bb * dd) / square;
    y = (bb * cc - aa * dd) / square;
  } else {
    const _Bool narrow = sizeof(REAL) == 8;
    const REAL large = narrow ? (REAL)0x1.fffffffffffffp+1022 : (REAL)0x1.fffffffffffffffep+16382L;
    const REAL tiny = narrow ? (REAL)0x1p-1022 : (REAL)0x1p-16382L;
    const REAL small = narrow ? (REAL)0x1p-52 : (REAL)0x1p-63L;
    const _Bool swap = __builtin_fabs$(c) < __builtin_fabs$(d);
    if (__builtin_fabs$(swap ? d : c) >= large) {
      a = a / 2;
      b = b / 2;
      c = c / 2;
      d = d / 2;
    }
    const REAL most = large * small, size = __builtin_fabs$(swap ? d : c), first = __builtin_fabs$(a),
               second = __builtin_fabs$(b);
    if (size < small || size < most && (first < tiny && second < most || second < tiny && first < most)) {
      a = a / small;
      b = b / small;
      c = c / small;
      d = d / small;
    }
    const REAL ratio = swap ? c / d : d / c;
    const _Bool normal = __builtin_fabs$(ratio) > tiny;
    if (swap) {
      const REAL whole = c * ratio + d;
      x = normal ? (a * ratio + b) / whole : (c * (a / d) + b) / whole;
      y = normal ? (b * ratio - a) / whole : (c * (b / d) - a) / whole;
    } else {
      const REAL whole = d * ratio + c;
      x = normal ? (b * ratio + a) / whole : (a + d * (b / c)) / whole;
      y = normal ? (b - a * ratio) / whole : (b - d * (a / c)) / whole;
    }
  }
  if (__builtin_isnan(x) && __builtin_isnan(y)) return recovered(a, b, c, d, x, y);
  return together(x, y);
}

REAL creal$(REAL _Complex z) { return __real__ z; }
REAL cimag$(REAL _Complex z) { return __imag__ z; }
REAL _Complex conj$(REAL _Complex z) { return ~z; }
REAL _Complex cproj$(REAL _Complex z) {
  if (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z))
    return together(infinity(), __builtin_copysign$(0, __imag__ z));
  return z;
}

REAL cabs$(REAL _Complex z) { return hypot$(__real__ z, __imag__ z); }
REAL carg$(REAL _Complex z) { return atan2$(__imag__ z, __real__ z); }

/* Of all others nothing is known. */
static REAL _Complex anything(void) {
  REAL x = __hecaton_any_real$(), y = __hecaton_any_real$();
  return together(__hecaton_approximate(x), __hecaton_approximate(y));
}
REAL _Complex cexp$(REAL _Complex z) { return anything(); }
REAL _Complex clog$(REAL _Complex z) { return anything(); }
REAL _Complex csqrt$(REAL _Complex z) { return anything(); }
REAL _Complex cpow$(REAL _Complex z, REAL _Complex w) { return anything(); }
REAL _Complex csin$(REAL _Complex z) { return anything(); }
REAL _Complex ccos$(REAL _Complex z) { return anything(); }
REAL _Complex ctan$(REAL _Complex z) { return anything(); }
REAL _Complex casin$(REAL _Complex z) { return anything(); }
REAL _Complex cacos$(REAL _Complex z) { return anything(); }
REAL _Complex catan$(REAL _Complex z) { return anything(); }
REAL _Complex csinh$(REAL _Complex z) { return anything(); }
REAL _Complex ccosh$(REAL _Complex z) { return anything(); }
REAL _Complex ctanh$(REAL _Complex z) { return anything(); }
REAL _Complex casinh$(REAL _Complex z) { return anything(); }
REAL _Complex cacosh$(REAL _Complex z) { return anything(); }
REAL _Complex catanh$(REAL _Complex z) { return anything(); }
