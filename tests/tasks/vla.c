// An array whose length is an input.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  if (n < 2 || n > 6) return 0;
  int a[n];
  for (unsigned i = 0; i < n; i++) a[i] = (int)i;
  __CPROVER_assert(sizeof a == n * sizeof(int) && a[n - 1] == (int)n - 1, "its size");
  return 0;
}
