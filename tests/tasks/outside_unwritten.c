// What nobody wrote is any number; as a pointer it leads to the memory outside.
// property: assertion
// expect: violated(assertion@15) violated(assertion@16)
// options: --outside own
#include <stdlib.h>
struct cipher { unsigned long algorithms; };
struct session { struct cipher *cipher; int state; };
int main(void) {
  struct session *s = malloc(sizeof *s), *t = malloc(sizeof *t);
  s->state = 3;
  if (!s->cipher || !t->cipher) return 0;
  unsigned long before = s->cipher->algorithms;
  __CPROVER_assert(s->cipher->algorithms == before, "the same each time");
  if (s->cipher->algorithms & 256) {
    __CPROVER_assert(s->cipher != t->cipher, "they may be the same");
    __CPROVER_assert(0, "any content");
  }
  t->cipher->algorithms = 5;
  __CPROVER_assert(s->state == 3, "apart from the objects of the program");
  return 0;
}
