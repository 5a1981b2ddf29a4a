// A stream is closed once, and not used afterwards.
// expect: violated(deref@8)
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", "r");
  if (f == 0) return 0;
  fclose(f);
  fclose(f);
}
