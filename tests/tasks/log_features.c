// Features do not change what a program does.
// expect: holds
extern int nondet_int(void);
extern void log(const char *feature);
int main(void) {
  int x = 0;
  if (nondet_int()) { log("push"); x = 1; }
  __CPROVER_assert(x == 0 || x == 1, "either");
  return 0;
}
