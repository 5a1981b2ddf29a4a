// Reached states beyond the limit that there is for them end the analysis: what they are states of is not proved.
// property: assertion
// expect: unknown
// engines: bam
// options: --states 1KiB
extern int nondet_int(void);
int state = 0, locked = 0;
int step(int input) {
  if (state == 0 && input == 1) {
    state = 1;
    locked = 1;
    return 1;
  }
  if (state == 1 && input == 2) {
    __CPROVER_assert(locked, "locked in state 1");
    state = 2;
    return 2;
  }
  if (state == 2) {
    state = 0;
    locked = 0;
    return 3;
  }
  return 0;
}
int main(void) {
  for (;;) {
    int input = nondet_int();
    if (input < 1 || input > 2)
      return 0;
    int output = step(input);
    __CPROVER_assert(output >= 0 && output <= 3, "output in range");
  }
}
