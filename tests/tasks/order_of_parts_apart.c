// Operands of one part each.
// expect: holds
// assumes: nothing
int i;
static int next(void) { return ++i; }
int main(void) {
  int a[2] = {0, 0}, k = 0;
  a[k] = next() + i;
  return a[0] > 0 ? next() : a[1];
}
