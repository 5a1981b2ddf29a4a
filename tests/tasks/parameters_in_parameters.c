// Parameters are known to the types of those behind them.
// expect: violated(assertion@16)
void __VERIFIER_assert(int cond);
static int size(long x, char a[sizeof(x)], typeof(x) y);
static int size(long x, char a[sizeof(x)], typeof(x) y) { return sizeof(y) + a[0]; }
static int outer(int n) {
  int inner(int count, int list[count]) { return list[count - 1] + n; }
  int list[2] = {1, 2};
  return inner(2, list);
}
int main(void) {
  char bytes[8] = {1};
  int __float80 = 3;
  __VERIFIER_assert(size(1, bytes, 2) == 9 && outer(4) == 6 && __float80 == 3);
  __VERIFIER_assert(((_Bool)bytes) + (_Bool)(int *)1 == 2);
  __VERIFIER_assert(outer(2) == 6);
  return 0;
}
