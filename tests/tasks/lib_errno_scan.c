// Input may leave any number of an error behind.
// expect: violated(assertion@10)
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  int x;
  errno = 0;
  scanf("%d", &x);
  assert(errno == 0);
}
