// After a designator of several steps the next member follows.
// expect: holds
struct in { int a, b; };
struct out { struct in in; int c, d; };
int main(void) {
  struct out o = {.in.b = 2, 3, .d = 4};
  __CPROVER_assert(o.in.a == 0 && o.in.b == 2 && o.c == 3 && o.d == 4, "the next member");
  return 0;
}
