// Objects with padding and `_Bool` that are allocated, cleared, copied as what they are and freed, beside
// strings.
// property: assertion,deref,bounds,free,pointer,overlap
// options: --malloc-may-fail
// expect: holds
// engines: auto paths
// assumes: nothing
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
struct item { char tag; int value; bool set; };
int main(void) {
  struct item a = {.tag = 1}, b = {0};
  memcpy(&b, &a, sizeof a);
  struct item *p = calloc(1, sizeof *p);
  char *text = malloc(4);
  if (p && text) {
    memset(p, 0, sizeof *p);
    *p = b;
    memcpy(text, "abc", 4);
    assert(p->tag == 1 && !p->set && text[1] == 'b');
  }
  free(text);
  free(p);
  return 0;
}
