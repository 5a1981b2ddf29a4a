// What is proposed can be omitted: the value of an input that several comparisons lead away with.
// property: assertion
// expect: unknown
// engines: swarm
// options: --features auto --omit 'input == 3'
extern int nondet_int(void);
static int count;
static void step(int input) { if (input == 3) count++; }
int main(void) {
  for (int i = 0; i < 3; i++) {
    int input = nondet_int();
    if (input != 2 && input != 3) return 0;
    step(input);
    __CPROVER_assert(count < 2, "few");
  }
  return 0;
}
