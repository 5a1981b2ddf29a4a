// The second operand is evaluated only if it is needed.
// expect: violated(assertion@13)
extern int nondet_int(void);
int calls;
static int yes(void) { calls++; return 1; }
int main(void) {
  int *p = 0, x = nondet_int();
  if (p && *p) x = 0;
  if (x == 0 || yes()) {}
  __CPROVER_assert(calls == (x != 0), "only if needed");
  int y = x ? 1 : yes();
  __CPROVER_assert(y == 1, "either way");
  __CPROVER_assert(calls == 0, "once in any case");
  return 0;
}
