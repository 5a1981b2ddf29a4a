// A function without body may be any code: it might call `set`, never return, or free what it is given.
// property: assertion,free
// expect: holds
// assumes: functions without body return, free nothing and call no function of the program
#include <assert.h>
#include <stdlib.h>
static int g;
void set(void) { g = 1; }
void elsewhere(int *p);
int main(void) {
  int *p = malloc(sizeof *p);
  elsewhere(p);
  assert(g == 0);
  free(p);
  return 0;
}
