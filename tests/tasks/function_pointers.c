// Calls through a table and through a variable.
// expect: violated(assertion@13)
extern int nondet_int(void);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const table[2])(int, int) = {add, sub};
int main(void) {
  int i = nondet_int() & 1;
  int r = table[i](7, 5);
  __CPROVER_assert(i ? r == 2 : r == 12, "the right function");
  int (*f)(int, int) = nondet_int() ? add : 0;
  if (f) r = f(1, 1);
  __CPROVER_assert(r != 12, "may still be twelve");
  return 0;
}
