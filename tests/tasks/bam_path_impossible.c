// The mode is lost where paths are joined: the path to the assertion is impossible, and asks to tell the modes apart.
// property: assertion
// expect: holds
// engines: bam auto
extern int nondet_int(void);
int mode, count, other;
static void turn(int input) {
  if (input > 10)
    other = input;
  if (mode == 0 && input == 3)
    mode = 4;
  else if (mode == 4 && input == 7)
    mode = 9;
  else if (mode == 9)
    mode = 0;
}
int main(void) {
  while (1) {
    turn(nondet_int());
    count++;
    __CPROVER_assert(mode != 2 && mode != 6, "a known mode");
  }
}
