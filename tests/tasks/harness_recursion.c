// The function may call itself.
// expect: violated(assertion@6)
// property: assertion
// options: --function down
int down(unsigned n) {
  __CPROVER_assert(n < 9, "any argument");
  if (n > 3 || n == 0) return 0;
  return down(n - 1) + 1;
}
