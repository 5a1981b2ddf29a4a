// More is allowed than fits.
// expect: violated(deref@6)
#include <stdio.h>
int main(void) {
  char line[3];
  if (fgets(line, 4, stdin) == NULL) return 1;
  return 0;
}
