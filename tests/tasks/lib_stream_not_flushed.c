// Between writing and reading a stream must be flushed or placed.
// expect: violated(assertion@8)
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", "w+");
  if (f == 0) return 0;
  fputc('x', f);
  return fgetc(f);
}
