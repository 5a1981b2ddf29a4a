// A `_Bool` that has a value wherever it is read holds 0 or 1.
// expect: holds
// assumes: nothing
#include <stdbool.h>
int main(void) {
  int a[2] = {0, 0};
  bool b, c;
  if (a[0] == 0)
    b = a[1] == 0;
  else
    b = 0;
  c = !b;
  bool d = b, *p = &d;
  *p = c;
  return a[b] + a[*p];
}
