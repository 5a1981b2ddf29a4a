// An abstract path leads through calls that were answered by summaries, and twice around a loop.
// property: assertion
// expect: violated(assertion@19)
// engines: bam auto
extern int nondet_int(void);
int mode, seen;
static void turn(int input) {
  if (mode == 0 && input == 3)
    mode = 1;
  else if (mode == 1 && input == 7)
    mode = 2;
  else if (mode == 2 && input == 1)
    seen = 5;
}
int main(void) {
  while (1) {
    int input = nondet_int();
    turn(input);
    __CPROVER_assert(seen != 5, "never seen");
  }
}
