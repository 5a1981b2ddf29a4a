// A list is built, reversed, walked and freed.
// property: all
// expect: holds
#include <stdlib.h>
extern int nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = list;
    list = n;
  }
  struct node *rev = 0;
  while (list) {
    struct node *next = list->next;
    list->next = rev;
    rev = list;
    list = next;
  }
  int expect = 0;
  while (rev) {
    __CPROVER_assert(rev->v == expect, "in order");
    expect++;
    struct node *next = rev->next;
    free(rev);
    rev = next;
  }
  __CPROVER_assert(expect == 4, "all of them");
  return 0;
}
