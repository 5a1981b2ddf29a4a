// A stream for writing and reading, with what C wants between the two; so many that memory is used again.
// expect: holds
#include <stdio.h>
int main(void) {
  for (int i = 0; i < 5; i++) {
    FILE *f = fopen("x", "w+");
    if (f == 0) return 0;
    fprintf(f, "%d", 3);
    fflush(f);
    int c = fgetc(f);
    fseek(f, 0, SEEK_SET);
    fputc('x', f);
    fclose(f);
  }
  printf("hello\n");
}
