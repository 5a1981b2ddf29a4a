// Files: opened or not, lines that fit.
// expect: holds
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[5];
  FILE *file = fopen("name", "r");
  if (file == NULL) return 1;
  assert(file != stdin && stdin != NULL && stdout != stderr);
  if (fgets(line, sizeof line, file) != NULL) assert(strlen(line) <= 4);
  unsigned char bytes[3];
  assert(fread(bytes, 1, sizeof bytes, file) <= 3);
  int c = getc(file);
  assert(c == EOF || (c >= 0 && c <= 255));
  fclose(file);
  return 0;
}
