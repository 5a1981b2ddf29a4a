// Globals can start with any content.
// expect: violated(assertion@9)
// property: assertion
// options: --function step --arbitrary-globals
static int count = 3;
static const int limit = 10;
int step(void) {
  static int calls;
  __CPROVER_assert(count == 3 && calls == 0, "as initialised");
  __CPROVER_assert(limit == 10, "constants stay");
  return count;
}
