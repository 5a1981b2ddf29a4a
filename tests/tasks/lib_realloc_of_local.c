// Only memory from `malloc` can be made larger.
// expect: violated(free@6)
#include <stdlib.h>
int main(void) {
  char local[4];
  char *p = realloc(local, 8);
  return p != 0;
}
