// Compound assignments whose operands do not see each other's effects, or do in one order only: nothing is left open.
// property: assertion,division,sequence
// expect: holds
#include <assert.h>
static int x, y = 2, a[2] = {1, 2};
static int one(void) {
  y++;
  return 1;
}
static int *place(void) {
  x = 1;
  return &a[x];
}
int main(void) {
  a[one()] += x + 3;
  assert(a[1] == 5 && y == 3);
  // The place is found before its old value is read.
  *place() += 1;
  assert(a[1] == 6);
  *place() -= (a[0], 2);
  assert(a[1] == 4);
  y += x;
  assert(y == 4);
  ++*place();
  assert(a[1] == 5);
  _Atomic int n = 1;
  n += one();
  assert(n == 2 && y == 5);
}
