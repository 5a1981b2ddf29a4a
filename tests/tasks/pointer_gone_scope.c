// The same where a variable is left.
// expect: holds
// assumes: pointers keep their values when the objects that they lead to are freed or leave their scopes
#include <assert.h>
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
    *p = 2;
  }
  assert(p != 0);
  return 0;
}
