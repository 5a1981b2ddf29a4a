// The end of an object is no part of it, also as a number and where another object lies there.
// expect: violated(deref@9)
#include <assert.h>
#include <stdint.h>
int main(void) {
  int x = 1;
  uintptr_t end = (uintptr_t)(&x + 1);
  int *p = (int *)end;
  int read = *p;
  (void)read;
  return 0;
}
