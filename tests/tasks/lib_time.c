// Time is arbitrary, dates are within their limits.
// engines: auto bmc
// expect: holds
#include <assert.h>
#include <time.h>
int main(void) {
  time_t now, same = time(&now);
  assert(now == same);
  struct tm *date = localtime(&now);
  if (date) assert(date->tm_mon >= 0 && date->tm_mon < 12 && date->tm_mday >= 1);
  return 0;
}
