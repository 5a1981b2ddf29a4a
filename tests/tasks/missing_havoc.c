// Without an option, a function without body may change the memory it reaches, but not what it cannot reach.
// expect: violated(assertion@9)
extern void touch(int *where);
static int hidden = 1;
int main(void) {
  int x = 7, y = 3;
  int *keep = &y;
  touch(&x);
  __CPROVER_assert(x == 7, "the argument may be written");
  __CPROVER_assert(*keep == 3, "another variable may not");
  __CPROVER_assert(hidden == 1, "nor a static one");
  return 0;
}
