// What comes before an omitted feature is still checked, in the function that begins with it too.
// property: assertion
// expect: violated(assertion@9)
// engines: swarm
// options: --omit a,b
extern int nondet_int(void);
extern void log(const char *feature);
static void first(int x) { log("a"); __CPROVER_assert(x == 0, "not reached"); }
static void second(int x) { __CPROVER_assert(x != 7, "not seven"); log("b"); __CPROVER_assert(x == 0, "not reached"); }
int main(void) {
  int x = nondet_int();
  if (nondet_int()) first(x); else second(x);
  __CPROVER_assert(x == 1, "not reached");
  return 0;
}
