// What a loop changes only in later rounds, one thing after the other.
// property: assertion
// expect: violated(assertion@9)
extern int nondet_int(void);
int a, b, c, d, e, f;
int main(void) {
  int i = 0;
  while (nondet_int()) {
    __CPROVER_assert(!f, "not in round 26");
    if (e) f = 1;
    if (d) e = 1;
    if (c) d = 1;
    if (b) c = 1;
    if (a) b = 1;
    if (i == 20) a = 1;
    i++;
  }
  return 0;
}
