// Constant objects are not to be written.
// expect: violated(deref@6)
static const int limit = 3;
int main(void) {
  int *p = (int *)&limit;
  *p = 4;
  return 0;
}
