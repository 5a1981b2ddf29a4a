// A call through a null pointer.
// expect: violated(deref@8)
static void f(void) {}
extern int nondet_int(void);
int main(void) {
  void (*p)(void) = f;
  if (nondet_int() > 3) p = 0;
  p();
  return 0;
}
