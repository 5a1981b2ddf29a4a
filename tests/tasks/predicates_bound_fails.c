// As predicates_bound.c, but the bound may be negative.
// property: assertion
// expect: violated(assertion@15)
// options: --unwind 4
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_assume(_Bool);
int nondet_int(void);
int main(void) {
  int n = nondet_int(), i = 0, flag = 0;
  __CPROVER_assume(n >= -1);
  while (i < n) {
    i++;
    flag = 1;
  }
  __CPROVER_assert(i == n, "all of them");
  __CPROVER_assert(!flag || n >= 1, "a step was made only if there was one to make");
}
