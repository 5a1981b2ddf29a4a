// A function that succeeds may change `errno`, but not to zero; one that has nothing to do with it does not.
// property: assertion
// expect: violated(assertion@12)
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  errno = 0;
  assert(strlen("abc") == 3 && errno == 0);
  if (puts("text") < 0) return 1;
  assert(errno == 0);
  errno = 5;
  if (puts("text") < 0) return 1;
  assert(errno != 0);
  return 0;
}
