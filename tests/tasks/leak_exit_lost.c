// The scope of the pointer has ended before the exit: its memory is lost.
// property: leak
// expect: violated(leak@5)
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    char *p = malloc(4);
    *p = 0;
  }
  exit(0);
}
