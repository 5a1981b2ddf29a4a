// A call without all arguments of a function that is not declared, which is executed.
// expect: unknown
int main(void) {
  puts();
  __CPROVER_assert(0, "");
}
