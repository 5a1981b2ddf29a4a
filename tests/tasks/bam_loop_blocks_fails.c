// A path leads through the summary of a loop and out of it by a break.
// property: assertion
// expect: violated(assertion@18)
// options: --bam loops
// engines: bam
extern int nondet_int(void);
int level;
int main(void) {
  int state = 0;
  while (state < 2) {
    for (int j = 0; j < 3; j++) {
      if (nondet_int() == 5) {
        state++;
        break;
      }
    }
    level += state;
    __CPROVER_assert(level != 2, "never two");
  }
}
