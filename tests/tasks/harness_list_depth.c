// With more depth, a longer list is possible.
// property: assertion,deref
// expect: violated(assertion@10)
// options: --function third --harness-depth 3
struct node { int value; struct node *next; };
int third(struct node *n) {
  if (!n || !n->next || n->next == n || !n->next->next) return 0;
  struct node *t = n->next->next;
  if (t == n || t == n->next) return 1;
  __CPROVER_assert(0, "three of them");
  return t->value;
}
