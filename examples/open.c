/* true, but no invariant of the tool's own says why: 2 * s == i * (i + 1) */
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = 0, s = 0;
  while (i != n) { i++; s += i; }
  __CPROVER_assert(2 * s == n * (n + 1), "sum");
  return 0;
}
