// A static local variable lives on.
// expect: violated(assertion@10)
static int next(void) {
  static int count = 10;
  return count++;
}
int main(void) {
  int a = next(), b = next();
  __CPROVER_assert(a == 10 && b == 11, "keeps its value");
  __CPROVER_assert(next() == 11, "goes on");
  return 0;
}
