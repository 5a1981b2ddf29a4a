// A pointer to a variable whose scope has ended.
// expect: violated(deref@9)
int main(void) {
  int *p;
  {
    int x = 5;
    p = &x;
  }
  return *p;
}
