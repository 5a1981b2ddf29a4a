// A square that does not fit.
// property: overflow
// expect: violated(overflow@8)
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x < 0 || x > 50000) return 0;
  return x * x > 7;
}
