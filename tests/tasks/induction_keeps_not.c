// As induction_keeps.c, but now and then one more is taken away.
// property: assertion
// engines: bmc paths auto
// expect: violated(assertion@12)
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int n = nondet_int(), k = 0;
  if (n < 0 || n > 100000) return 0;
  for (int i = 0; i < n; i++) k++;
  for (int j = 0; j < n; j++) {
    __CPROVER_assert(k > 0, "there is one left");
    k--;
    if (j == 3) k--;
  }
  return 0;
}
