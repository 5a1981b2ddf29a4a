// A pointer that may be null.
// expect: violated(deref@7)
extern int nondet_int(void);
int main(void) {
  int x = 0, *p = 0;
  if (nondet_int()) p = &x;
  *p = 1;
  return x;
}
