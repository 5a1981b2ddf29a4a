// The operands of `sizeof` and `typeof` whose types have a variable length, and lengths of parameters, are evaluated.
// expect: holds
static int calls;
static int call(void) { return ++calls; }
static void take(int a[call()]) { __CPROVER_assert(calls == 3, "the length of a parameter"); }
int main(void) {
  int n = 3, a[2][n];
  unsigned long size = sizeof a[call() - 1];
  __CPROVER_assert(calls == 1 && size == 3 * sizeof(int), "sizeof");
  __typeof__(a[call() - 2]) *p = 0;
  __CPROVER_assert(calls == 2 && p == 0, "typeof");
  take(0);
  size = sizeof(calls++);
  __CPROVER_assert(calls == 3 && size == sizeof(int), "not evaluated");
}
