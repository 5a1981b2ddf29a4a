// A digit more and the number does not fit an int.
// expect: violated(assertion@8)
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  char text[] = "2147483648";
  assert(strtol(text, 0, 10) <= INT_MAX);
  return 0;
}
