// Output may leave any number of an error behind.
// expect: violated(assertion@9)
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  errno = 0;
  printf("x");
  assert(errno == 0);
}
