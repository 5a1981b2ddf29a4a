// A transparent union takes what one of its members takes.
// expect: violated(assertion@14)
void __VERIFIER_assert(int cond);
struct a { int x; };
struct b { long y; };
typedef union { struct a *a; struct b *b; } either __attribute__((transparent_union));
union number { int i; struct a s; } __attribute__((__transparent_union__));
static long first(either e) { return e.a ? e.a->x : -1; }
static int number(union number n) { return n.i; }
int main(void) {
  struct a a = {7};
  void *any = &a;
  __VERIFIER_assert(first(&a) == 7 && first(0) == -1 && first(any) == 7 && number(5) == 5 && number(a) == 7);
  __VERIFIER_assert(first((struct b *)&a) == 8);
  return 0;
}
