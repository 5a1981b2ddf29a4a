// Of arguments with many bits it is not followed that the result is the same: nothing is violated, nor shown.
// property: assertion
// expect: unknown
// engines: auto bmc paths
long __CPROVER_uninterpreted_f(long, long);
int main(void) {
  __CPROVER_assert(__CPROVER_uninterpreted_f(1, 2) == __CPROVER_uninterpreted_f(1, 2), "a function");
}
