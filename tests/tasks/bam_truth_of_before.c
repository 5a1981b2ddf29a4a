// A truth value says what was so when it was computed.
// property: assertion
// expect: violated(assertion@9)
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  _Bool small = x < 5;
  x = nondet_int();
  if (small) __CPROVER_assert(x < 5, "not the same x");
  return 0;
}
