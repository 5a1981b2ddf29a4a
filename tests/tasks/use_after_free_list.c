// The classic wrong way to free a list.
// expect: violated(deref@9)
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = 0;
  for (struct node *n = a; n; n = n->next)
    free(n);
  return 0;
}
