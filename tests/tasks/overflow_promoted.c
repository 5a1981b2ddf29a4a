// Small operands are promoted: no overflow, and the conversion back is none.
// property: overflow
// expect: holds
extern signed char nondet_char(void);
int main(void) {
  signed char a = nondet_char(), b = nondet_char();
  int c = a * b + a;
  signed char d = a + b;
  return c == d;
}
