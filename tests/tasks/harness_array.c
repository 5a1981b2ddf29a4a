// A parameter that is declared as an array has as many elements.
// expect: violated(deref@7)
// property: deref
// options: --function sum
int sum(int a[4]) {
  if (!a) return 0;
  return a[3] / 2 + a[4] / 2;
}
