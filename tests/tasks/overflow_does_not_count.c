// Conversions, unsigned arithmetic, small types and pointers do not overflow.
// property: overflow
// expect: holds
extern int nondet_int(void);
struct s { int narrow : 5; unsigned u : 7; short h : 9; };
int main(void) {
  int x = nondet_int(), y = nondet_int(), r = 0, array[4];
  unsigned u = x;
  u = u * 3 + 7, u = -u, u++, u <<= 5, u = u << 31;
  char c = x; c++; c += 100; c = c * c; c = -c; c <<= 3;
  if (c < 0) c = 0;
  short h = (short)(c * 127);
  signed char cut = x;
  r ^= (int)((long)x * y) ^ (int)((long)x << 31);
  r ^= (short)x * (short)y + (signed char)x;
  struct s s = {x, y, x};
  s.narrow++, s.u--, s.h += 1000, s.narrow = -s.narrow;
  r ^= s.narrow * s.h * s.u;
  r ^= x >> 3, r ^= x / 2, r ^= x % 7, r ^= ~x;
  r ^= -(short)x, r ^= 1 << (y & 15) << 15, r ^= (-(x & 1)) << 31;
  int *p = array + 4; p -= 4; r ^= (int)(p - array);
  _Bool t = x; t++; t += 2;
  r ^= (int)(u * y) + 0;
  double f = (double)x * y; f = f * f;
  if (x != y) r ^= __builtin_add_overflow(x, y, &r);
  return r ^ cut ^ h;
}
