// What is written through a number may hit an object whose address is known to be that number.
// property: assertion
// expect: violated(assertion@10)
extern long __VERIFIER_nondet_long(void);
int x = 1;
int main(void) {
  if ((long)&x == __VERIFIER_nondet_long()) {
    int *p = (int *)0x12345678;
    *p = 5;
    __CPROVER_assert(x == 1, "not hit");
  }
  return 0;
}
