// A variable without initialiser holds anything.
// expect: violated(assertion@5)
int main(void) {
  int x;
  __CPROVER_assert(x != 12345, "any value");
  return 0;
}
