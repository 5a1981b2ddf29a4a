// Conversions after which objects are accessed as C allows it: as characters, with the other sign, as the first member.
// property: assertion,deref
// expect: holds
// assumes: nothing
#include <assert.h>
struct base {
  int kind;
};
struct derived {
  struct base base;
  int more;
};
int main(void) {
  struct derived d = {{1}, 2};
  struct base *b = (struct base *)&d;
  struct derived *back = (struct derived *)b;
  int *first = (int *)back;
  unsigned *other = (unsigned *)first;
  unsigned char *bytes = (unsigned char *)other;
  assert(*bytes == 1 && *other == 1 && back->more == 2);
  return 0;
}
