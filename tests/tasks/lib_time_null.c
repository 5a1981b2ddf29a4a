// Which times have no date is not known: no violation comes from a null pointer that `localtime` may give.
// property: assertion
// expect: unknown
#include <assert.h>
#include <time.h>
int main(void) {
  time_t t = 1000000;
  assert(localtime(&t) != 0);
  return 0;
}
