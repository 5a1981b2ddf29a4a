// Two ways through a loop: one of them calls nothing that performs input or output, and changes nothing.
// expect: holds
// engines: bmc
// assumes: loops that perform no input or output run for ever if their conditions stay true, though C allows to assume that they end (`-fno-finite-loops`)
extern int nondet_int(void);
static int input(int wanted) { return wanted ? nondet_int() : 0; }
int main(void) {
  int wanted = nondet_int() == 7;
  while (input(wanted) != 5) {}
  __CPROVER_assert(wanted, "the loop has ended");
  return 0;
}
