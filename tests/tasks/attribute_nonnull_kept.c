// The attributes `nonnull` and `returns_nonnull` where they are kept; null may be passed where nothing is said.
// expect: holds
// assumes: nothing
__attribute__((nonnull)) static int all(int *p, int n) { return p[n]; }
static int second(int *a, int *b) __attribute__((nonnull(2)));
static int second(int *a, int *b) { return a == b; }
__attribute__((returns_nonnull)) static int *result(int *p) { return p; }
int main(void) {
  int x = 1;
  return all(&x, 0) + second(0, &x) + *result(&x);
}
