/* The four rounding modes, on the types that have them; constants are the compiler's. */
#include <fenv.h>
#include <math.h>
#include <string.h>

static unsigned hash = 1;
static void mix(const void *p, unsigned n) {
  unsigned char b[16];
  memcpy(b, p, n);
  for (unsigned i = 0; i < n; i++) hash = hash * 31 + b[i];
}
static float floats[] = {1.0f, 3.0f, -7.25f, 0.1f, 1e-40f, 3.4e38f, 16777217.0f};
static double doubles[] = {1.0, 3.0, -0.3, 1e-310, 1e300, 2.5, -2.5, 123456789.123};
static long double longs[] = {1.0L, 3.0L, 1e4000L, 0.1L};
static long long ints[] = {16777217, -16777219, 9007199254740993, 0x7fffffffffffffff};

int main(void) {
  int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  for (int m = 0; m < 4; m++) {
    int r = fesetround(modes[m]);
    r = r * 10 + (fegetround() == modes[m]);
    mix(&r, 4);
    for (int i = 0; i < 7; i++)
      for (int j = 0; j < 7; j++) {
        float s = floats[i] + floats[j], d = floats[i] - floats[j], p = floats[i] * floats[j], q = floats[i] / floats[j];
        mix(&s, 4), mix(&d, 4), mix(&p, 4), mix(&q, 4);
      }
    for (int i = 0; i < 8; i++) {
      double q = doubles[i] / doubles[1], p = doubles[i] * doubles[2], s = sqrt(doubles[i] < 0 ? -doubles[i] : doubles[i]);
      float n = (float)doubles[i];
      double w = rint(doubles[i]), t = nearbyint(doubles[i]);
      long k = doubles[i] < 1e10 ? lrint(doubles[i]) : 0;
      double u = doubles[i];
      u += 0.1, u -= longs[1], u++;
      mix(&q, 8), mix(&p, 8), mix(&s, 8), mix(&n, 4), mix(&w, 8), mix(&t, 8), mix(&k, 8), mix(&u, 8);
    }
    for (int i = 0; i < 4; i++) {
      long double q = longs[i] / 3, p = longs[i] * longs[3];
      double n = (double)longs[i];
      float f = ints[i];
      double g = ints[i], h = (unsigned long long)ints[i];
      mix(&q, 10), mix(&p, 10), mix(&n, 8), mix(&f, 4), mix(&g, 8), mix(&h, 8);
    }
    double constant = 1.0 / 3.0;
    float literal = 0.1;
    mix(&constant, 8), mix(&literal, 4);
  }
  int bad = fesetround(5) != 0;
  mix(&bad, 4);
  fesetround(FE_TONEAREST);
  return (int)(hash & 0x7fffffff);
}
