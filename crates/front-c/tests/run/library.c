/* The library's functions that are models or operators. */
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned sum;
static int mix(int x) { sum = sum * 31 + (unsigned)x; return x; }
static int sign(int x) { return x < 0 ? -1 : x > 0; }

int main(void) {
  char a[20] = "hello", b[20];
  mix(strlen(a)); strcpy(b, a); strcat(b, ", you"); mix(strlen(b)); mix(b[7]);
  mix(sign(strcmp(a, b))); mix(sign(strcmp("b", "abc"))); mix(strncmp(a, b, 5)); mix(sign(strcmp("\xff", "a")));
  mix(strchr(b, 'o') - b); mix(strrchr(b, 'o') - b); mix(strchr(b, 'z') == 0); mix(strstr(b, "you") - b);
  mix(strstr(b, "yo!") == 0); memset(b + 3, 'x', 4); mix(b[6]); mix(memcmp(a, b, 3)); mix(sign(memcmp(a, b, 4)));
  memmove(b + 1, b, 6); mix(b[6]); memcpy(b, "abc", 4); mix(b[2]); mix((char *)memchr(b, 'c', 10) - b);
  strncpy(b, "xy", 5); mix(b[4]); mix(strspn("aabbc", "ab")); mix(strcspn("aabbc", "c"));
  char *d = strdup(a); d[0] = 'j'; mix(d[0] + a[0]); free(d);
  int *p = malloc(3 * sizeof(int)), *z = calloc(4, sizeof *z);
  p[2] = 5; mix(p[2] + z[3]); free(p); free(z); free(0);
  mix(abs(-5)); mix(labs(7)); mix(atoi(" -42x")); mix(div(17, 5).rem);
  for (int c = 0; c < 128; c += 3) { mix(!!isalpha(c) + 2 * !!isdigit(c) + 4 * !!isspace(c) + 8 * !!ispunct(c)); mix(toupper(c)); mix(tolower(c)); }
  mix(__builtin_popcount(0xf0f01u)); mix(__builtin_clz(1000)); mix(__builtin_ctzl(4096)); mix(__builtin_ffs(12)); mix(__builtin_bswap32(0x01020304));
  mix(__builtin_clzl(5)); mix(__builtin_parity(7)); mix(__builtin_popcountll(-1ll)); mix(ffs(0));
  int r; unsigned u; unsigned char c;
  mix(__builtin_add_overflow(INT_MAX, 1, &r)); mix(r); mix(__builtin_sub_overflow(3, 5, &u)); mix(u);
  mix(__builtin_mul_overflow(20, 13, &c)); mix(c); mix(__builtin_add_overflow(1u, -1, &c)); mix(c);
  mix(__builtin_smul_overflow(65536, 65536, &r)); mix(r); mix(__builtin_add_overflow_p(200, 100, (char)0));
  mix(__builtin_expect(r == 0, 1)); mix(__builtin_constant_p(3)); mix(__builtin_constant_p(r)); mix(__builtin_types_compatible_p(int, long));
  double xs[] = {0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.2, 1e20, 0.49999999999999994, -0.0};
  for (int i = 0; i < 10; i++) {
    double x = xs[i];
    mix((int)(fabs(x) * 10 > 100)); mix((int)fmod(x, 2)); mix(isnan(x)); mix(signbit(x) != 0); mix(fpclassify(x) == FP_ZERO);
    if (x < 1e9) { mix((int)floor(x)); mix((int)ceil(x)); mix((int)trunc(x)); mix((int)round(x)); mix((int)rint(x)); mix(lround(x)); }
    mix((int)copysign(3, x)); mix((int)fmax(x < 1e9 ? x : 2, 1)); mix((int)(fmin(x, 1) * 4)); mix(signbit(round(x)) != 0);
  }
  mix((int)(sqrt(2) * 1e9)); mix((int)(sqrtf(2) * 1e6f)); mix(isnan(NAN)); mix(isinf(-INFINITY) != 0); mix(isinf(1.0)); mix(INFINITY > 1e300);
  mix(isnan(fmax(NAN, 1))); mix(isless(1.0, NAN)); mix(__builtin_isunordered(NAN, 1.0)); mix(isfinite(1.0f)); mix(isnormal(1e-320));
  float f = 0.1f; double g = 0.1; long double h = 0.1L;
  mix(f == g); mix((int)(f * 1e8)); mix((int)(g * 1e9)); mix(h == g); mix((int)(h * 1e9L)); mix((float)g == f); mix((int)(f + g) == 0);
  float acc = 0; for (int i = 1; i < 50; i++) acc += 1.0f / i; mix((int)(acc * 1e5f));
  f += 1; f++; --f; mix((int)(f * 100)); mix(-f < 0); mix(!f); mix(0x1.8p3 == 12); mix(1e-3f < 1e-3);
  printf("%d\n", mix(3)); puts("done");
  return (int)sum;
}
