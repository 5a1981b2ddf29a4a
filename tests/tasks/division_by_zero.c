// A divisor that may be zero.
// expect: violated(division@6)
extern int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
  if (y < 5 && y > -5 && y != 1 && y != -1) return x / y;
  return 0;
}
