// What the attributes `nonnull` and `returns_nonnull` of a function promise.
// options: -DFIRST=0
// options: -DSECOND=0
// options: -DRESULT=0
// expect: violated(assertion@9)
#ifndef FIRST
#define FIRST &x
#endif
#line 9
__attribute__((nonnull)) static int all(int *p) { return *p; } static int second(int *a, int *b) __attribute__((nonnull(2))); static int second(int *a, int *b) { return a == b; } __attribute__((returns_nonnull)) static int *result(int *p) { return p; }
#ifndef SECOND
#define SECOND &x
#endif
#ifndef RESULT
#define RESULT &x
#endif
int main(void) {
  int x = 1;
  return all(FIRST) + second(0, SECOND) + (result(RESULT) == &x);
}
