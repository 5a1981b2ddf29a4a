// A remainder by zero.
// expect: violated(division@6)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint();
  return 10u % x;
}
