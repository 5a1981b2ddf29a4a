// Arguments by value and by address.
// expect: holds
extern int nondet_int(void);
static int twice(int x) { x *= 2; return x; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
  int a = 3, b = 4;
  __CPROVER_assert(twice(a) == 6 && a == 3, "by value");
  swap(&a, &b);
  __CPROVER_assert(a == 4 && b == 3, "by address");
  return 0;
}
