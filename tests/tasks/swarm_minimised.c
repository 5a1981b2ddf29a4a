// Features are dropped from a violation while it is still there: what comes out is one too.
// property: assertion
// expect: violated(assertion@15)
// engines: swarm bmc auto
// options: --minimise
extern int nondet_int(void);
extern void log(const char *feature);
int main(void) {
  int n = 0, m = 0;
  for (int i = 0; i < 4; i++) {
    if (nondet_int()) { log("up"); n++; }
    if (nondet_int()) { log("down"); n--; }
    if (nondet_int()) { log("other"); m++; }
  }
  __CPROVER_assert(n != 3, "not three");
  return 0;
}
