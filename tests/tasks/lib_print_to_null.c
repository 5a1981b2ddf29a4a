// A file that was not opened is no stream to print to.
// expect: violated(deref@6)
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", "w");
  fprintf(f, "x");
}
