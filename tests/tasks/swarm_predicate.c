// A condition at a place is a feature: without the large ones, nothing is violated.
// property: assertion
// expect: unknown
// engines: swarm
// options: --feature 'large=x > 5 && y != 0 at swarm_predicate.c:12' --omit large
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  int y = nondet_int();
  if (y)
    // The statement of a branch can have one before it.
    __CPROVER_assert(x <= 5, "small");
  return 0;
}
