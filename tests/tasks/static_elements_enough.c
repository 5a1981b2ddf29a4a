// As before, with enough elements everywhere.
// expect: holds
static int first(int a[static 2]) { return a[0]; }
static int sum(int n, const int a[static n]) { return n > 0 ? a[n - 1] : 0; }
int main(void) {
  int a[4] = {1, 2, 3, 4};
  return first(a + 2) + sum(4, a);
}
