// How many characters are written, if nothing fails.
// expect: holds
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = printf("abc%c%%\n", 'x');
  assert(n == 6 || n < 0);
  n = printf("%d", n);
  assert(n <= 24);
}
