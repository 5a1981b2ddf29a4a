// Text to numbers, with their ends and limits.
// expect: holds
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  char *end;
  const char *text = "  -42rest";
  assert(strtol(text, &end, 10) == -42 && *end == 'r');
  assert(strtol("0x1f", 0, 0) == 31 && strtol("077", 0, 0) == 63 && strtol("zz", 0, 36) == 35 * 36 + 35);
  assert(strtol("none", &end, 10) == 0 && *end == 'n');
  errno = 0;
  assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
  assert(strtoul("-1", 0, 10) == ULONG_MAX && strtoull("18446744073709551615", 0, 10) == ULLONG_MAX);
  assert(atoi("12") == 12 && atof("0.0") == 0);
  strtod("1.5e3x", &end);
  assert(*end == 'x');
  return 0;
}
