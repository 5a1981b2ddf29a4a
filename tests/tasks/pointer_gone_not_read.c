// Pointers that take another value before they are read again, and pointers to what comes after what is gone.
// expect: holds
// assumes: memory allocation is taken never to fail
#include <assert.h>
#include <stdlib.h>
struct node {
  struct node *next;
  char *text;
};
static void destroy(struct node *n) {
  free(n->text);
  free(n);
}
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->text = malloc(1);
    list = n;
  }
  char *more = realloc(list->text, 2);
  if (more == 0) {
    free(list->text);
    return 1;
  }
  list->text = more;
  struct node *previous = 0;
  for (int i = 0; i < 2; i++) {
    struct node *next = list->next;
    destroy(list);
    previous = list = next;
  }
  assert(list == 0 && previous == 0);
  int *p = malloc(sizeof *p);
  free(p);
  p = 0;
  assert(!p);
  return 0;
}
