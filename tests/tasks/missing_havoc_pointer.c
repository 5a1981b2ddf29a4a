// A pointer that a function without body may have changed points to something unknown.
// property: assertion
// expect: unknown
struct list { struct list *next; int value; };
extern void extend(struct list *l);
int main(void) {
  struct list l = { 0, 1 };
  extend(&l);
  if (l.next) l.next->value = 3;
  __CPROVER_assert(l.next == l.next, "after that");
  return 0;
}
