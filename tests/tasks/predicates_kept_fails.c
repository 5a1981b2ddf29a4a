// As predicates_kept.c, but one of them makes larger steps.
// property: assertion
// expect: violated(assertion@15)
// options: --unwind 4
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int i = nondet_int(), j = nondet_int();
  int x = i, y = j;
  while (x != 0) {
    x--;
    y -= 2;
  }
  if (i == j)
    __CPROVER_assert(y == 0, "as many");
}
