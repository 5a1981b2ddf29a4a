// No call returns at an exit: what their variables point to is not lost.
// property: leak,cleanup
// expect: violated(cleanup@11)
#include <stdlib.h>
struct list { struct list *next; };
static void stop(struct list *all) {
  struct list *second = malloc(sizeof *second);
  all->next = second;
  exit(0);
}
int main(void) {
  struct list *first = malloc(sizeof *first);
  stop(first);
  return 0;
}
