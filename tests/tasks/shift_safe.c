// A shift by less than the width.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), x = 1;
  if (n < 32) x <<= n;
  __CPROVER_assert(x != 0, "a bit is set");
  return 0;
}
