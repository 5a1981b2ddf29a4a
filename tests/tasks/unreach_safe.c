// A call of the error function that cannot happen.
// property: unreach
// expect: holds
extern int nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = nondet_int();
  if (x > 5 && x < 5) reach_error();
  return 0;
}
