// A variable of `main` has ended when what was registered runs; that is told.
// expect: holds
// assumes: variables of `main` are taken to live until the functions of `atexit` have run
#include <assert.h>
#include <stdlib.h>
static int *pointer;
static void at_the_end(void) {
  if (pointer) assert(*pointer == 1);
}
int main(void) {
  int variable = 1;
  pointer = &variable;
  atexit(at_the_end);
  return 0;
}
