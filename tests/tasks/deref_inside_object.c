// An index beyond its array, but inside of the same object, is no invalid dereference.
// property: deref
// expect: holds
#include <stdlib.h>
struct message { int length; short data[1]; };
extern int nondet_int(void);
int main(void) {
  int n = nondet_int(), grid[2][3] = {{0}};
  if (n < 0 || n > 2) return 0;
  struct message *m = malloc(sizeof *m + 2 * sizeof(short));
  m->data[n] = 7;
  grid[0][n + 3] = 1;
  return grid[1][n] == 1 ? 0 : 1;
}
