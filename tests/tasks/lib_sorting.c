// Sorted, and found again.
// expect: holds
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int main(void) {
  int a[3] = {__VERIFIER_nondet_int(), 5, __VERIFIER_nondet_int()}, key = 5;
  qsort(a, 3, sizeof a[0], order);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  int *found = bsearch(&key, a, 3, sizeof a[0], order);
  assert(found != 0 && *found == 5);
  return 0;
}
