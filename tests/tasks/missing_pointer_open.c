// What a function without body returns may be null or not; what it points to is unknown.
// expect: unknown
// property: assertion
// options: --missing-body result
struct node { int value; struct node *next; };
extern struct node *find(int key);
int main(void) {
  struct node *n = find(3);
  if (!n) return 1;
  __CPROVER_assert(n->value == n->value, "read through it");
  return 0;
}
