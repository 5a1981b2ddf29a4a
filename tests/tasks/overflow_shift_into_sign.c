// A byte shifted to the top of an int needs an unsigned operand.
// property: overflow
// expect: violated(overflow@9)
extern unsigned char nondet_uchar(void);
int main(void) {
  unsigned char b = nondet_uchar();
  unsigned good = (unsigned)b << 24;
  unsigned fits = b << 23;
  unsigned bad = b << 24;
  return good == bad + fits;
}
