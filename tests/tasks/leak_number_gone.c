// A byte of the only pointer is overwritten; the number that is left is not kept either.
// property: leak
// expect: violated(leak@7)
#include <stdlib.h>
union word { char *pointer; char bytes[8]; };
extern int nondet_int(void);
int main(void) {
  union word word;
  word.pointer = malloc(4);
  if (nondet_int()) word.bytes[1] = 3;
  return 0;
}
