// A pointer that a function without body returns must be tested before it is used.
// expect: violated(deref@9)
// property: deref
// options: --missing-body result
struct node { int value; struct node *next; };
extern struct node *find(int key);
int main(void) {
  struct node *n = find(3);
  return n->value;
}
