// Every variable is written before it is read, in each round of the loop; what is not read need not have a value.
// property: uninit
// expect: holds
extern int nondet_int(void);
static int twice(int n) { return n + n; }
int main(void) {
  int unused, sum = 0;
  for (int i = 0; i < 3; i++) {
    int x;
    if (i == nondet_int()) x = 1; else x = 2;
    sum += twice(x);
  }
  return (int)sizeof unused * sum;
}
