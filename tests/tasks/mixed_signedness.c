// The usual arithmetic conversions.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned u = nondet_uint();
  int i = -1;
  long l = -1;
  __CPROVER_assert(l < (long)u, "long holds every unsigned");
  __CPROVER_assert((i < u) == (u > 4294967295u), "compared as unsigned");
  unsigned char c = 255;
  __CPROVER_assert(c + 1 == 256 && (unsigned char)(c + 1) == 0, "promoted first");
  __CPROVER_assert(~c == -256, "complement of an int");
  short s = -1;
  __CPROVER_assert((unsigned short)s == 65535 && s == -1, "both");
  return 0;
}
