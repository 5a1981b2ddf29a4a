// A jump into the middle of a loop.
// expect: holds
extern int nondet_int(void);
int main(void) {
  int i = 3, n = 0;
  if (nondet_int()) goto inside;
  for (i = 0; i < 5; i++) {
    n++;
inside:
    n++;
  }
  __CPROVER_assert(n == 10 || n == 3, "from the start or from the middle");
  return 0;
}
