// String functions on known strings.
// expect: violated(assertion@13)
#include <string.h>
int main(void) {
  char buf[16] = "abc";
  strcat(buf, "def");
  __CPROVER_assert(strlen(buf) == 6, "length");
  __CPROVER_assert(strcmp(buf, "abcdef") == 0, "content");
  __CPROVER_assert(strchr(buf, 'd') == buf + 3, "found");
  __CPROVER_assert(strncmp(buf, "abx", 2) == 0, "prefix");
  strcpy(buf, "xy");
  __CPROVER_assert(buf[3] == 'd', "old bytes stay");
  __CPROVER_assert(buf[2] == 'c', "the terminator is written");
  return 0;
}
