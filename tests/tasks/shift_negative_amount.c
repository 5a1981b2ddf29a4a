// A shift by a negative amount.
// expect: violated(shift@6)
extern int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n < 5) return 8 >> n;
  return 0;
}
