// Addition at the end of the range.
// property: overflow
// expect: violated(overflow@7)
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  int y = x + 1;
  return y == 0;
}
