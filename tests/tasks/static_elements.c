// A parameter with `static` and a number of elements leads to as many (6.7.6.3p7).
// expect: violated(assertion@5)
static int first(int a[static 2]) { return a[0]; }
static int sum(int n, const int a[static n]) { return n > 0 ? a[n - 1] : 0; }
static int four(int a[static 4]) { return a[0]; }
int main(void) {
  int a[4] = {1, 2, 3, 4};
  return first(a + 2) + sum(4, a) + four(a) + four(a + 1);
}
