// What is left out of a slice may be what keeps an assertion from being reached: a violation must be one of the whole.
// property: assertion
// expect: bounded
// options: --unwind 3
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = n;
  while (i != n + 1) i = n;
  __CPROVER_assert(0, "only after the loop");
  return 0;
}
