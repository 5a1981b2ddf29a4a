// Assumptions by abort.
// property: unreach
// expect: holds
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void assume_abort_if_not(int cond) { if (!cond) abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x >= 0 && x < 4);
  int y = x * x;
  if (y > 9) reach_error();
  return 0;
}
