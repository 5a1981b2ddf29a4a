// An array whose length is an input, and an index it may not have.
// expect: violated(bounds@8)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  if (n < 2 || n > 6) return 0;
  int a[n];
  a[2] = 1;
  return 0;
}
