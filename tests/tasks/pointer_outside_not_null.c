// A pointer from outside that is not null may be moved to null, but what is found there is not known.
// property: deref
// expect: unknown
struct S { long a; long b; struct { long d[3]; } c; };
struct S *get(void);
int main(void) {
  struct S *p = get();
  if (p == 0) return 1;
  return p->b != 0 || p->c.d[2] != 0 || *(&p->b + 1) != 0;
}
