// One loop counts what the next one takes away: what the two counters are together does not change.
// property: assertion
// engines: bmc auto
// expect: holds
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int n = nondet_int(), m = nondet_int(), k = 0;
  if (n < 0 || n > 100000 || m < 0 || m > 100000) return 0;
  for (int i = 0; i < n; i++) k++;
  for (int i = 0; i < m; i++) k++;
  for (int j = 0; j < n + m; j++) {
    __CPROVER_assert(k > 0, "there is one left");
    k--;
  }
  return 0;
}
