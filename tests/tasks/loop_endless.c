// C allows to assume that a loop ends that performs no input or output, so that what stands after it could be reached
// (6.8.5p6). This one never ends as it is written.
// expect: holds
// engines: bmc
// assumes: loops that perform no input or output run for ever if their conditions stay true, though C allows to assume that they end (`-fno-finite-loops`)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = n;
  while (i != n + 1) i = n;
  __CPROVER_assert(0, "only after the loop");
  return 0;
}
