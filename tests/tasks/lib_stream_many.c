// Many streams, one after the other.
// expect: holds
// engines: auto bmc
#include <stdio.h>
int main(void) {
  for (int i = 0; i < 20; i++) {
    FILE *f = fopen("x", "r");
    if (f == 0) return 0;
    fclose(f);
  }
}
