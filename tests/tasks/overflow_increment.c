// A loop that counts beyond the end of int.
// property: overflow
// expect: violated(overflow@8)
extern int nondet_int(void);
int main(void) {
  int i = nondet_int();
  if (i < 2147483640) return 0;
  while (i > 0) i++;
  return 0;
}
