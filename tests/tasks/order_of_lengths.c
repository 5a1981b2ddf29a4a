// The lengths of an array of arrays are not sequenced (C17 6.8p4).
// property: assertion
// expect: holds
// assumes: the lengths of an array of arrays are evaluated from the last to the first
#include <assert.h>
static int n;
static int first(void) { return n = n * 2 + 1; }
static int second(void) { return n = n * 3 + 2; }
int main(void) {
  char a[first()][second()];
  assert(sizeof a[0] == 2);
}
