// A loop that is a block touches what the functions touch that it calls.
// property: assertion
// expect: holds
// options: --bam loops
// engines: bam
extern int nondet_int(void);
int level;
static void raise(void) { if (level < 5) level++; }
int main(void) {
  if (nondet_int()) level = 2;
  while (nondet_int()) raise();
  __CPROVER_assert(level <= 5, "no higher");
  return 0;
}
