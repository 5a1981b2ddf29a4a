// An array in the value of a call is written (6.2.4p8).
// expect: violated(deref@7)
struct pair { int a[2]; };
static struct pair make(void) { struct pair p = {{1, 2}}; return p; }
int main(void) {
  int sum = make().a[0] + *make().a;
  make().a[1] = sum;
  return 0;
}
