// What an argument points to may be freed, and is not lost if it is not.
// expect: holds
// property: deref,free,leak
// options: --function destroy
void free(void *);
struct node { struct node *left; int value; };
void destroy(struct node *n, int *other) {
  if (!n) return;
  if (other) *other = n->value;
  if (n->left != n) free(n->left);
  free(n);
}
