// A loop that is entered beside its head.
// property: assertion
// expect: violated(assertion@15)
extern int nondet_int(void);
int main(void) {
  int n = 0, skip = nondet_int();
  __CPROVER_assume(skip);
  switch (skip) {
  case 0: goto begin;
  default: goto inside;
  }
begin:
  while (nondet_int()) {
    n++;
    __CPROVER_assert(n < 30, "not in round 30");
  inside:
    if (n > 50) n = 50;
  }
  return 0;
}
