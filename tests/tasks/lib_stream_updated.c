// A stream for writing and reading, with what C wants between the two.
// expect: holds
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", "w+");
  if (f == 0) return 0;
  fprintf(f, "%d", 3);
  fflush(f);
  fgetc(f);
  fseek(f, 0, SEEK_SET);
  fputc('x', f);
  fclose(f);
  printf("hello\n");
}
