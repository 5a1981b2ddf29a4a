// Conversions between integer types.
// expect: violated(assertion@15)
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  unsigned char c = (unsigned char)x;
  signed char s = (signed char)x;
  short h = (short)x;
  __CPROVER_assert(c == (x & 255), "low byte");
  __CPROVER_assert((s < 0) == ((x & 128) != 0), "sign of the byte");
  __CPROVER_assert((unsigned short)h == (x & 65535), "low half");
  __CPROVER_assert((long long)x == x, "extended");
  __CPROVER_assert(-1 > 0u, "compared as unsigned");
  __CPROVER_assert((unsigned)x >= 0 && (c < 200 || c > 60), "trivial");
  __CPROVER_assert(s == c, "signed or not");
  return 0;
}
