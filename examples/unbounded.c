/* a loop without a fixed end: no bound is enough for a proof, but induction is */
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = 0;
  while (i != n) i++;
  __CPROVER_assert(i == n, "meets");
  return 0;
}
