// One way through the loop loses a node.
// property: leak,free,deref
// expect: violated(leak@7)
#include <stdlib.h>
extern int nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = list;
    if (nondet_int() != 6) list = n;
    else if (list) free(n);
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
