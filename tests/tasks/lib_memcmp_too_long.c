// `memcmp` compares so many bytes of objects that have as many, even if the first ones differ; `strncmp` stops.
// property: deref
// expect: violated(deref@9)
#include <string.h>
int main(void) {
  char a[2] = "a", b[2] = "b";
  int same = strncmp(a, b, 5) == 0;
  if (same) return 1;
  return memcmp(a, b, 5) == 0;
}
