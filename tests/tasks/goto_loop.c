// A loop made of goto, and a jump forward.
// expect: holds
extern int nondet_int(void);
int main(void) {
  int i = 0;
again:
  i++;
  if (i < 6) goto again;
  if (i == 7) goto out;
  __CPROVER_assert(i == 6, "six rounds");
out:
  return 0;
}
