// A loop without a fixed end, cut off at a bound.
// expect: bounded
// options: --unwind 6
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = 0;
  while (i != n) i++;
  __CPROVER_assert(i == n, "meets");
  return 0;
}
