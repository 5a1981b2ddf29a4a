// Whether the time zone says the same of another time is not known.
// property: assertion
// engines: bmc
// expect: unknown
#include <time.h>
int main(void) {
  time_t t = 0, u = 15000000;
  int first = localtime(&t)->tm_isdst;
  __CPROVER_assert(localtime(&u)->tm_isdst == first, "summer and winter");
}
