// The bits of a `_BitInt` beyond its width are not specified.
// expect: holds
// assumes: padding bytes are zero at first and keep their values when members are written
int main(void) {
  _BitInt(7) x = 63;
  unsigned char *p = (unsigned char *)&x;
  __CPROVER_assert((p[0] & 127) == 63, "the value");
}
