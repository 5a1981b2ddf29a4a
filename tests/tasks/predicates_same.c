// Two globals are the same all along, whatever they are; a function that is called changes both.
// property: assertion
// engines: bam
// expect: holds
// options: --bam functions
// options: --bam loops
// options: --bam off
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
unsigned x, y;
static void step(unsigned by) {
  x += by;
  y += by;
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
