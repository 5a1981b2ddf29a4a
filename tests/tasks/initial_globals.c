// Without an option, globals are as initialised when the function is called.
// expect: holds
// property: assertion
// options: --function step
static int count = 3;
int step(void) {
  static int calls;
  __CPROVER_assert(count == 3 && calls == 0, "as initialised");
  return count;
}
