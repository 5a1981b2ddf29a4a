// As predicates_same.c, but one of them is behind when there was an odd step.
// property: assertion
// expect: violated(assertion@21)
// options: --unwind 4
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
unsigned x, y;
static void step(unsigned by) {
  x += by;
  y += by & ~1u;
}
int main(void) {
  x = nondet_int();
  y = x;
  while (nondet_int()) {
    if (x < 1000)
      step(3);
    else
      step(x);
  }
  __CPROVER_assert(x == y, "the same");
}
