// A copy to one of two objects leaves the other as it was.
// property: assertion
// expect: violated(assertion@12)
#include <assert.h>
#include <string.h>
extern int nondet_int(void);
int main(void) {
  int a[2] = {1, 2}, b[2] = {3, 4}, from[2] = {5, 6}, first = nondet_int();
  int *to = first ? a : b;
  memcpy(to, from, sizeof from);
  assert(a[0] == 5 || b[1] == 6);
  assert(a[0] == 5); // fails
  assert(first ? b[0] == 3 : a[1] == 2);
  return 0;
}
