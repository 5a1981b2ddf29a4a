// A condition at a place is a feature: without the small ones, the violation is still there.
// property: assertion
// expect: violated(assertion@11)
// engines: swarm
// options: --feature 'small=x <= 5 at swarm_predicate_other.c:11' --omit small
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  switch (nondet_int()) {
  case 1: x = 3; break;
  case 2: __CPROVER_assert(x <= 5, "small");
  }
  return 0;
}
