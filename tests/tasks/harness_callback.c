// A function pointer is null or one of the functions of its type.
// expect: violated(deref@8) violated(assertion@9)
// property: assertion,deref
// options: --function apply
static int one(int x) { return 1; }
static int two(int x) { return 2; }
int apply(int (*f)(int), int x) {
  int y = f(x);
  __CPROVER_assert(y == 1, "or two");
  __CPROVER_assert(y == 1 || y == 2, "one or two");
  return y;
}
void user(void) { apply(one, 1); apply(two, 1); }
