// What is not modelled makes the answer unknown if it can be reached.
// expect: unknown
extern int nondet_int(void);
extern int fork(void);
int main(void) {
  int x = nondet_int();
  if (x > 5) fork();
  __CPROVER_assert(x == x, "same");
  return 0;
}
