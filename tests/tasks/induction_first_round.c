// What a loop leaves unchanged from its second round on may differ in its first: the second round fails.
// property: assertion
// expect: violated(assertion@8)
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
signed char level, next;
static void scan(signed char x) {
  for (level = 0; level < 4; level++) __CPROVER_assert(x != level, "not met");
}
int main(void) {
  while (nondet_int()) {
    next = level - 2;
    scan(next);
  }
}
