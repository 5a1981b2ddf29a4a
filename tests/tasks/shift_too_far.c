// A shift by the width.
// expect: violated(shift@6)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), x = 1;
  if (n <= 32) x = x << n;
  return x == 0;
}
