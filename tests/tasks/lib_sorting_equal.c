// `qsort` puts equal elements in any order, `bsearch` finds any of them.
// property: assertion
// expect: violated(assertion@18) violated(assertion@20)
#include <assert.h>
#include <stdlib.h>
struct pair {
  int key, value;
};
static int order(const void *a, const void *b) {
  const struct pair *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}
int main(void) {
  struct pair a[3] = {{2, 0}, {1, 1}, {2, 2}}, key = {2, 9};
  qsort(a, 3, sizeof a[0], order);
  assert(a[0].value == 1 && a[1].key == 2 && a[2].key == 2);
  if (a[1].value == 0)
    assert(a[0].value == 0);
  struct pair *found = bsearch(&key, a, 3, sizeof a[0], order);
  if (found) assert(found == &a[1]);
  assert(found != 0 && found->key == 2);
  return 0;
}
