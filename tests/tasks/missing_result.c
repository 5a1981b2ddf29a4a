// A function without body gives any result; with `result` memory stays as it is.
// expect: violated(assertion@11)
// options: --missing-body result
extern int measure(int *where);
extern void touch(int *where);
int shared = 1;
int main(void) {
  int x = 7;
  touch(&x);
  int m = measure(&x);
  __CPROVER_assert(m != 42, "any result");
  __CPROVER_assert(x == 7 && shared == 1, "memory stays as it is");
  return 0;
}
