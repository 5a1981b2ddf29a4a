// 4096 paths that join again.
// expect: violated(assertion@9)
extern int nondet_int(void);
int main(void) {
  int n = 0;
  for (int i = 0; i < 12; i++)
    if (nondet_int()) n++;
  __CPROVER_assert(n >= 0 && n <= 12, "counted");
  __CPROVER_assert(n != 12, "all of them");
  return 0;
}
