// Memory that is made in one round and lost in a later one.
// property: leak
// expect: violated(leak@7)
#include <stdlib.h>
extern int nondet_int(void);
int *held;
int main(void) {
  int i = 0;
  while (nondet_int()) {
    if (i == 10) held = malloc(4);
    if (i == 12) held = 0;
    i++;
    if (i > 20) i = 20;
  }
  return 0;
}
