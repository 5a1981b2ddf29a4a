// At the end of a file the stream stays there, and tells why reading ended; a character that is pushed back comes again.
// property: assertion
// expect: holds
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("file", "r");
  if (!f) return 1;
  int c = fgetc(f);
  if (c == EOF) {
    assert(feof(f) || ferror(f));
    if (feof(f)) assert(fgetc(f) == EOF);
  } else {
    assert(c >= 0 && c <= 255 && !feof(f));
    if (ungetc('x', f) != EOF) assert(fgetc(f) == 'x');
  }
  assert(fileno(f) == fileno(f));
  fclose(f);
  return 0;
}
