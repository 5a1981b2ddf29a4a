// What comes behind an access inside of the object, beyond the array, is still looked at.
// property: unreach
// expect: violated(unreach@11)
#include <stdlib.h>
extern void reach_error(void);
struct message { int length; short data[1]; };
int main(void) {
  struct message *m = malloc(sizeof *m + 4 * sizeof(short));
  m->length = 3;
  m->data[m->length] = 7;
  reach_error();
  return 0;
}
