// A loop without bound keeps a number even, whatever it wraps around to.
// property: assertion
// expect: holds
// engines: bam auto
extern int nondet_int(void);
int main(void) {
  unsigned x = 0;
  while (nondet_int()) {
    x += 2;
    __CPROVER_assert(x % 2 == 0, "even");
  }
  return 0;
}
