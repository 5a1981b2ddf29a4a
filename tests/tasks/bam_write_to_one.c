// A write through a pointer to one of two variables leaves the other as it was.
// property: assertion
// expect: violated(assertion@8)
extern int nondet_int(void);
int main(void) {
  int a = 1, b = 1, *p = nondet_int() ? &a : &b;
  *p = 5;
  __CPROVER_assert(a == 5, "or b");
  return 0;
}
