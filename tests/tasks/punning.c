// The bytes of a value seen with another type.
// expect: holds
extern float nondet_float(void);
int main(void) {
  union { float f; unsigned u; } p;
  p.f = 1.0f;
  __CPROVER_assert(p.u == 0x3f800000u, "encoding of one");
  float x = nondet_float();
  p.f = x;
  p.u ^= 0x80000000u;
  if (x == x) __CPROVER_assert(p.f == -x, "the sign bit");
  int n = 0x01020304;
  unsigned char *b = (unsigned char *)&n;
  __CPROVER_assert(b[0] == 4 && b[3] == 1, "little endian");
  *(short *)(b + 2) = -1;
  __CPROVER_assert(n == (int)0xffff0304, "half of it");
  return 0;
}
