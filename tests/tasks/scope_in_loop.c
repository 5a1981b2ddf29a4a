// A variable of the loop body has a new life in every round.
// expect: violated(deref@7)
int main(void) {
  int *p = 0, s = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (p && i == 2) s += *p;
    p = &x;
  }
  return s;
}
