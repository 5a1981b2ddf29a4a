// Without bounds, an index beyond the object is an invalid dereference; its address alone is not.
// property: deref
// expect: violated(deref@10) violated(deref@11)
extern int nondet_int(void);
int main(void) {
  int n = nondet_int(), a[4] = {0};
  if (n < 0 || n > 4) return 0;
  int *end = &a[n];
  int length = n + 1, b[length];
  a[n] = 1;
  b[n + 1] = 2;
  return end == a;
}
