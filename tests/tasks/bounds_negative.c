// A negative index.
// expect: violated(bounds@7)
extern int nondet_int(void);
int a[4];
int main(void) {
  int i = nondet_int();
  if (i < 4) return a[i];
  return 0;
}
