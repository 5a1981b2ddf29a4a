// The time zone is any: there is one where it is still yesterday. All results lie in one object.
// property: assertion
// engines: auto bmc
// expect: violated(assertion@9)
#include <time.h>
int main(void) {
  time_t t = 86400 * 100;
  struct tm *here = localtime(&t);
  __CPROVER_assert(here->tm_yday != 99, "yesterday");
  int hour = here->tm_hour;
  __CPROVER_assert(hour >= 0 && hour < 24 && here == gmtime(&t), "shared");
}
