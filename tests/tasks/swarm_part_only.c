// A proof without some features is none of the program.
// expect: unknown
// engines: swarm
// options: --omit push
extern int nondet_int(void);
extern void log(const char *feature);
int main(void) {
  int x = nondet_int();
  if (x > 3) log("push");
  __CPROVER_assert(x <= 3, "small");
  return 0;
}
