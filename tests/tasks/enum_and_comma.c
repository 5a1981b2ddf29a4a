// Enumerators count on, and the comma operator.
// expect: holds
extern int nondet_int(void);
enum e { A, B = 5, C };
int main(void) {
  enum e e = C;
  int x = (nondet_int(), 3);
  int y = (x++, x * 2);
  __CPROVER_assert(e == 6 && A == 0, "values");
  __CPROVER_assert(x == 4 && y == 8, "left to right");
  return 0;
}
