// Nothing is known of a pointer from outside that is not null, nor of one that was made from it; if it is null, an
// access to a member is one through null.
// property: deref
// expect: violated(deref@12)
// engines: auto bmc paths
struct S { long a; long b; struct { long d[3]; } c; };
struct S *get(void);
int main(void) {
  struct S *p = get(), *q = get();
  if (p == 0) return 1;
  if (q == 0) {
    return q->b != 0;
  }
  return 0;
}
