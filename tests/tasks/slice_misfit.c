// What a call through a pointer to a function of another type does is not known, so it is not left out of a slice.
// property: assertion
// expect: unknown
int x = 1;
static void set(long n) { x = (int)n; }
int main(void) {
  void (*f)(int) = (void (*)(int))set;
  f(5);
  __CPROVER_assert(x == 1, "nothing is set");
  return 0;
}
