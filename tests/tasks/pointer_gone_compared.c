// The value of a pointer is indeterminate after what it leads to is freed (6.2.4p2): here, and in gcc, it stays what it was.
// expect: holds
// assumes: memory allocation is taken never to fail
// assumes: pointers keep their values when the objects that they lead to are freed or leave their scopes
#include <assert.h>
#include <stdlib.h>
static void destroy(int *p) { free(p); }
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  destroy(p);
  assert(q == p);
  return 0;
}
