// The calendar of known times, to and fro.
// property: assertion
// expect: holds
#include <string.h>
#include <time.h>
int main(void) {
  time_t t = 951782400 + 3661;
  struct tm *p = gmtime(&t), made = *p;
  __CPROVER_assert(p->tm_year == 100 && p->tm_mon == 1 && p->tm_mday == 29 && p->tm_yday == 59, "the odd day of 2000");
  __CPROVER_assert(p->tm_wday == 2 && p->tm_hour == 1 && p->tm_min == 1 && p->tm_sec == 1, "Tuesday, 01:01:01");
  char text[32];
  __CPROVER_assert(strftime(text, sizeof text, "%F %H:%M", p) == 16 && !strcmp(text, "2000-02-29 01:01"), "as text");
  made.tm_mday += 366;
  __CPROVER_assert(timegm(&made) == t + 366 * 86400l && made.tm_mon == 2 && made.tm_mday == 1, "a year later");
  __CPROVER_assert(!strcmp(asctime(&made), "Thu Mar  1 01:01:01 2001\n"), "a fixed form");
}
