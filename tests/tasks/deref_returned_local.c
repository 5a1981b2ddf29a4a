// A pointer to a local variable of a function that has returned.
// expect: violated(deref@10)
static int *f(void) {
  int x = 5;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = f();
  return *p;
}
