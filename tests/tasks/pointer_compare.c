// Comparison of pointers.
// expect: holds
int main(void) {
  int a[4], *p = a, *q = a + 3;
  __CPROVER_assert(p < q && q > p && p != q && p <= p, "order");
  int x, y;
  __CPROVER_assert(&x != &y, "different objects");
  __CPROVER_assert((void *)p == (void *)a, "same address");
  return 0;
}
