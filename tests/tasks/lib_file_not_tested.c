// The file may not be there.
// expect: violated(deref@6)
#include <stdio.h>
int main(void) {
  FILE *file = fopen("name", "r");
  fclose(file);
  return 0;
}
