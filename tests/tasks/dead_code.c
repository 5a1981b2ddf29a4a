// Violations in code that is never reached are none.
// expect: holds
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x > 0 && x < 0) {
    int *p = 0;
    *p = 1 / 0;
  }
  return 0;
}
