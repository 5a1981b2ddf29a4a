// A variable whose initialiser is jumped over has an arbitrary value, not an old one nor zero.
// expect: violated(assertion@11)
extern int nondet_int(void);
int main(void) {
  int n = nondet_int();
  switch (n) {
    int x = 3;
  case 0:
    x = 4;
  default:
    __CPROVER_assert(n == 0 ? x == 4 : x == 0, "arbitrary");
  }
  return 0;
}
