// The address that unknown code keeps is found behind another one: in a structure, on the heap.
// property: assertion
// expect: violated(assertion@25)
// engines: auto disjuncts
#include <assert.h>
#include <stdlib.h>
void keep(void *p);
void tick(void);
int cond(void);
struct box {
  int *inside;
};
int main(void) {
  int *x = malloc(sizeof *x);
  struct box *b = malloc(sizeof *b);
  if (!x || !b) return 0;
  *x = 0;
  b->inside = 0;
  for (int i = 0; cond(); i++) {
    if (i == 10) b->inside = x;
    if (i == 20) keep(b);
    *x = 0;
    if (i == 40) {
      tick();
      assert(*x == 0);
    }
  }
  return 0;
}
