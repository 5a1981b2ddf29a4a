// Threads made by a label, as CBMC has them.
// property: assertion
// expect: violated(assertion@13)
// engines: auto paths
int x;
void add(int by) {
  x = x + by;
}
int main(void) {
  int two = 2;
__CPROVER_ASYNC_1: add(1);
__CPROVER_ASYNC_2: add(two);
  __CPROVER_assert(x != 3, "not both");
}
