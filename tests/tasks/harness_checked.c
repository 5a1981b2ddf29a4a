// A pointer argument that is not null points to an object that can be read and written.
// expect: holds
// options: --function set
struct pair { int a; long b; };
void set(struct pair *p, int *q) {
  if (!p || !q) return;
  p->a = 3;
  p->b = *q;
  *q = 5;
  __CPROVER_assert(p->a == 3, "objects of different types lie apart");
}
