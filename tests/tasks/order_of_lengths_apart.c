// Lengths that do not see each other's effects.
// property: assertion
// expect: holds
#include <assert.h>
static int n = 2, m = 3;
static int first(void) { return n++; }
static int second(void) { return m++; }
int main(void) {
  char a[first()][second()];
  assert(sizeof a[0] == 3 && sizeof a == 6);
}
