// What is shown without a feature only up to a number of branches is no part of a proof.
// property: assertion
// expect: violated(assertion@14)
// engines: swarm
// options: --depth 4 --seed 1
// options: --depth 4 --seed 2
extern int nondet_int(void);
extern void log(const char *feature);
int main(void) {
  int a = 0, b = 0, n = 0;
  if (nondet_int()) { log("a"); a = 1; }
  if (nondet_int()) { log("b"); b = 1; }
  for (int i = 0; i < 6; i++) if (nondet_int()) n++;
  __CPROVER_assert(a || !b || n < 6, "deep");
  return 0;
}
