// The length of a parameter is an expression like others, and positive (6.9.1p10, 6.7.6.2p5).
// expect: violated(vla@3)
static int first(int n, int a[n]) { return n; }
int main(void) {
  int a[2];
  return first(2, a) + first(-1, a);
}
