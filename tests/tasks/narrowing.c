// The bound of the loop is no constant of the program, so widening goes past it; it has to be taken back.
// property: assertion
// engines: bam
// expect: holds
// options: --bam functions
// options: --bam loops
// options: --bam off
void __CPROVER_assert(_Bool, const char *);
unsigned char nondet_uchar(void);
static unsigned count(void) {
  unsigned n = nondet_uchar() * 3u, i = 0;
  while (i < n)
    i++;
  return i;
}
int main(void) {
  unsigned i = count();
  __CPROVER_assert(2 * i < 2000, "not further");
}
