// Memory that is freed on some of the paths that are joined, one after the other, lives on the others only.
// property: deref
// expect: violated(deref@13)
#include <stdlib.h>
extern int nondet_int(void);
int main(void) {
  int a = nondet_int(), b = nondet_int(), n = 0, *p = malloc(4);
  if (a) {
    if (b) free(p);
    n++;
  }
  if (!a || !b) *p = n;
  if (n && b) *p = 1; // fails
  return 0;
}
