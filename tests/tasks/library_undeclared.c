// A function of POSIX that no header declares, because nobody asked for POSIX: it is still that of the library, of which
// more is known than that it does anything.
// options: --std c99
// expect: unknown
#include <time.h>
int main(void) {
  struct tm tm;
  if (strptime("2024-01-15", "%Y-%m-%d", &tm)) __CPROVER_assert(tm.tm_mon >= 0 && tm.tm_mon <= 11, "");
}
