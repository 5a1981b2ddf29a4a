// What is not modelled does no harm if it cannot be reached.
// expect: holds
extern int nondet_int(void);
extern int fork(void);
static void dead(void) { fork(); }
int main(void) {
  int x = nondet_int();
  if (x > 5 && x < 5) dead();
  __CPROVER_assert(x == x, "same");
  return 0;
}
