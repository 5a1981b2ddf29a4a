// A pointer that is tested first.
// expect: holds
extern int nondet_int(void);
int main(void) {
  int x = 0, *p = 0;
  if (nondet_int()) p = &x;
  if (p) *p = 1;
  return x;
}
