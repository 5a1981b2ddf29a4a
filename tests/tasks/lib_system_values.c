// The size of a page stays the same, and clocks that cannot be set go on (POSIX).
// expect: holds
#include <time.h>
#include <unistd.h>
int main(void) {
  struct timespec first, then;
  __CPROVER_assert(sysconf(_SC_PAGESIZE) == getpagesize(), "pages");
  if (!clock_gettime(CLOCK_MONOTONIC, &first) && !clock_gettime(CLOCK_MONOTONIC, &then))
    __CPROVER_assert(then.tv_sec >= first.tv_sec, "a clock");
}
