// Every operator whose signed result can lie outside of its type.
// property: overflow
// expect: violated(overflow@10) violated(overflow@11) violated(overflow@12) violated(overflow@13) violated(overflow@14) violated(overflow@15) violated(overflow@16) violated(overflow@17) violated(overflow@18) violated(overflow@19) violated(overflow@20) violated(overflow@21) violated(overflow@22) violated(overflow@23) violated(overflow@24) violated(overflow@25) violated(overflow@26)
extern int nondet_int(void);
extern long nondet_long(void);
struct s { int narrow : 31; long wide : 40; };
int main(void) {
  int r = 0, x = nondet_int(), y = nondet_int();
  long l = nondet_long();
  r ^= x + y;
  r ^= x - y;
  r ^= (short)x * y;
  r ^= -x;
  int a = x; r ^= ++a;
  int b = x; r ^= b--;
  int c = x; c += y;
  int d = x; d *= 3;
  if (y != 0) r ^= x / y;
  if (y != 0) r ^= x % y;
  if (y >= 0 && y < 32) r ^= (x & 0xff) << y;
  int e = 3; if (y >= 0 && y < 32) e <<= y;
  l = l * 2;
  __int128 w = (__int128)l << 63; w = w * 3;
  struct s s = {x, l}; r ^= s.narrow * 3;
  r ^= (unsigned char)x << 24;
  r ^= (unsigned short)x * (unsigned short)y;
  return r;
}
