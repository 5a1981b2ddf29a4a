// Two pointer arguments may be equal.
// property: assertion
// expect: violated(assertion@8)
// options: --function set
void set(int *a, int *b) {
  if (!a || !b) return;
  *a = 1; *b = 2;
  __CPROVER_assert(*a == 1, "unless they are equal");
  if (a != b) __CPROVER_assert(*a == 1 || *a == 2, "one of the two");
}
