// Leading zeros of zero are undefined.
// expect: violated(assertion@6) violated(assertion@7)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint();
  int n = __builtin_clz(x);
  __CPROVER_assert(n >= 0 && n < 32, "anything for zero");
  return 0;
}
