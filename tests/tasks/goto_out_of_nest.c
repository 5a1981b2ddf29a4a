// goto leaves two loops at once.
// expect: holds
extern int nondet_int(void);
int main(void) {
  int i, j, found = 0;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 4; j++)
      if (i * 4 + j == 9) { found = 1; goto out; }
out:
  __CPROVER_assert(found && i == 2 && j == 1, "left both loops");
  return 0;
}
