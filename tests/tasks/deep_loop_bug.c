// A violation that needs twelve rounds of a loop without a bound.
// property: assertion
// expect: violated(assertion@9)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = 0;
  while (nondet_uint() % 2) {
    x += 3;
    __CPROVER_assert(x != 36, "after twelve rounds");
  }
  return 0;
}
