// Formats that are no literals, with the arguments that they want.
// expect: holds
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>
int nondet_int(void);
static int tell(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int written = vfprintf(stderr, format, list);
  va_end(list);
  return written;
}
int main(void) {
  const char all[] = "%5.2f %c %-3lu|%+lld %#x %p %.*s %% %hhd%hhn\n";
  signed char counts[2] = {5, 5};
  long count;
  char text[8];
  printf(all, 1.0, 'a', 1ul, 2ll, 3, (void *)text, 2, "abc", 4, &counts[0]);
  __CPROVER_assert(counts[1] == 5, "one byte is written");
  tell("%d %s\n", nondet_int(), nondet_int() ? "yes" : "no");
  printf("%ls %d\n", L"wide", 1);
  snprintf(text, sizeof text, "ab%ln", &count);
  __CPROVER_assert(count == 2, "so far");
  int before;
  printf("a%5cb%%%n%d\n", 'x', &before, 3);
  __CPROVER_assert(before == 8, "known before the number");
}
