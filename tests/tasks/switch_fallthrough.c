// Falling from one case into the next.
// expect: violated(assertion@15)
extern int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = 0;
  switch (x) {
  case 1: y += 1;
  case 2: y += 2; break;
  case 3: y = 9; break;
  default: y = -1;
  }
  __CPROVER_assert(x != 1 || y == 3, "falls through");
  __CPROVER_assert(x != 2 || y == 2, "starts in the middle");
  __CPROVER_assert(y != 9 || x == 3, "breaks");
  __CPROVER_assert(y > 0, "default");
  return 0;
}
