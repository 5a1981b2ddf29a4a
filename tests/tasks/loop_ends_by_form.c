// Loops that come to an end by their form, or whose rounds perform input or output: nothing is assumed of them (6.8.5p6).
// expect: holds
// engines: auto bmc
// assumes: nothing
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int counter;
static int input(void) {
  int x = nondet_int();
  return x;
}
static int length(const unsigned char *t) {
  int n = 0;
  for (unsigned long i = 0; t[i] != 0; i++) n ^= 1;
  return n;
}
static int down(unsigned n, int m) {
  int rounds = 0;
  while (n > 0) { n /= 10; rounds ^= 1; }
  while (m-- > 0) rounds ^= 1;
  for (unsigned i = 3; i > 0; i--) rounds ^= 1;
  return rounds;
}
static int up(int n, unsigned m) {
  int x = 0;
  for (int i = 0; i < n; i++) x ^= i;
  for (unsigned i = 0; i != m; ++i) x ^= 1;
  for (unsigned char i = 0; i < 3; i++) x ^= 1;
  for (unsigned long i = 0; i < (unsigned long)n; i++) x ^= 1;
  for (counter = 0; counter < n; counter++) x ^= 1;
  while (1) {
    if (++x > 4) break;
  }
  return x;
}
int main(void) {
  int x = up(3, 2) + down(25, 2) + length((const unsigned char *)"c");
  while (input() != x) {}
  __CPROVER_assert(counter == 3, "all rounds");
  return 0;
}
