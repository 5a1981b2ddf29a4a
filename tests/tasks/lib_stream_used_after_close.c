// The memory of a closed stream may be that of the next one, or not.
// expect: violated(deref@10)
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", "r");
  if (f == 0) return 0;
  fclose(f);
  FILE *g = fopen("y", "r");
  if (g == 0) return 0;
  fgetc(f);
  fclose(g);
}
