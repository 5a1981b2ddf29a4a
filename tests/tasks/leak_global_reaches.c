// Memory that a global still points to is not lost.
// property: leak
// expect: holds
#include <stdlib.h>
int *keep;
int main(void) {
  keep = malloc(sizeof *keep);
  return 0;
}
