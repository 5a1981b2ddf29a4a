// Pointers in objects of arguments are made too, to a depth; a list may be a circle.
// property: assertion,deref
// expect: violated(assertion@9)
// options: --function second
struct node { int value; struct node *next; };
int second(struct node *n) {
  if (!n || !n->next) return 0;
  n->next->value = 4;
  __CPROVER_assert(n != n->next, "it may be its own successor");
  return n->next->value;
}
