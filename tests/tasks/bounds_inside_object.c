// An index beyond its array, although inside of the same object; the last array of one element may be longer than it says.
// property: bounds
// expect: violated(bounds@11)
#include <stdlib.h>
extern int nondet_int(void);
struct message { int length; short data[1]; };
int main(void) {
  int grid[2][3] = {{0}}, three = 3;
  struct message *m = malloc(sizeof *m + 2 * sizeof(short));
  if (nondet_int()) m->data[three - 1] = 7;
  grid[0][three] = 1;
  return 0;
}
