// The index stays below the length, which the loop does not look at when it goes on.
// property: assertion
// engines: bmc auto bam
// expect: holds
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int n = nondet_int(), i = 0;
  if (n <= 0) return 0;
  while (nondet_int()) {
    int j = nondet_int();
    if (j > i && j < n) i = j;
  }
  __CPROVER_assert(i < n, "below");
  return 0;
}
