// Memory that is freed by a registered function is freed.
// property: cleanup,free
// expect: holds
#include <stdlib.h>
char *memory;
static void clean(void) { free(memory); }
int main(void) {
  memory = malloc(4);
  return atexit(clean);
}
