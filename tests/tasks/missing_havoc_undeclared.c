// A function without body whose parameters are not declared reaches its arguments, and variable ones.
// property: assertion
// expect: violated(assertion@11) violated(assertion@14)
extern void old_style();
extern int scan(const char *format, ...);
int main(void) {
  int x = 1, y = 2;
  int *px = &x, *py = &y;
  old_style(3, px);
  __CPROVER_assert(*py == 2, "not given");
  __CPROVER_assert(*px == 1, "an argument");
  x = 1;
  scan("%d", py);
  __CPROVER_assert(*py == 2, "a variable argument");
  return 0;
}
