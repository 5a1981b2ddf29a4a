// Three loops one after the other.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), s = 0;
  if (n > 5) return 0;
  for (unsigned i = 0; i < n; i++) s += 2;
  unsigned k = 0;
  while (k < n) { k++; s--; }
  do { s++; } while (s < n);
  __CPROVER_assert(s == n + 1, "all three");
  return 0;
}
