// Division by a positive number.
// property: division
// expect: holds
extern int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
  if (y > 0) return x / y + x % y > 0;
  return 0;
}
