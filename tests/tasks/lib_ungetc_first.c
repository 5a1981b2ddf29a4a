// One character can be pushed back into a stream that is read (7.21.7.10p3).
// expect: holds
#include <stdio.h>
int main(void) {
  __CPROVER_assert(ungetc('a', stdin) == 'a', "stdin");
  FILE *file = fopen("a", "r");
  if (!file) return 0;
  __CPROVER_assert(ungetc('b', file) == 'b' && fgetc(file) == 'b', "a file");
  fclose(file);
}
