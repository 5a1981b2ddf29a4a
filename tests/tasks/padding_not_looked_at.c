// Objects with padding and `_Bool` that are allocated, cleared, copied as what they are and freed, beside strings; a
// struct found from its member.
// property: assertion,deref,bounds,free,pointer,alignment,overlap
// options: --malloc-may-fail
// expect: holds
// assumes: nothing
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
struct link { struct link *next; };
struct item { char tag; int value; bool set; struct link link; };
int main(void) {
  struct item a = {.tag = 1}, b = {0};
  memcpy(&b, &a, sizeof a);
  struct item *p = calloc(1, sizeof *p);
  char *text = malloc(4);
  if (p && text) {
    memset(p, 0, sizeof *p);
    *p = b;
    struct link *link = &p->link;
    struct item *back = (struct item *)((char *)link - offsetof(struct item, link));
    memcpy(text, "abc", 4);
    assert(back->tag == 1 && !back->set && text[1] == 'b');
  }
  free(text);
  free(p);
  return 0;
}
