// The least number has no negative.
// property: overflow
// expect: violated(overflow@8)
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x > 0) return 0;
  return -x > 3;
}
