// A thread made by a label does its work at some time, or not before the program ends.
// property: assertion
// expect: holds
// engines: auto paths
int x;
void add(int by) {
  x = x + by;
}
int main(void) {
__CPROVER_ASYNC_1: add(1);
  __CPROVER_assert(x == 0 || x == 1, "not yet or once");
}
