// Arithmetic on small numbers.
// expect: holds
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x < 1000 && x > -1000) x = x * x + x - 7;
  return 0;
}
