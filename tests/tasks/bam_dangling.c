// The object of an earlier round has the same name as that of this round, but a pointer to it is not one to this.
// property: deref
// expect: violated(deref@10)
extern int nondet_int(void);
int main(void) {
  int *old = 0;
  while (nondet_int()) {
    int x = 1;
    if (old)
      *old = 2;
    old = &x;
  }
  return 0;
}
