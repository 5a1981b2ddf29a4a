// A format that is no literal takes arguments, reads texts and writes counts like one that is.
// options: -DCASE=1
// options: -DCASE=2
// options: -DCASE=3
// options: -DCASE=4
// options: -DCASE=5
// options: -DCASE=6
// expect: violated(deref@15)
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>
int nondet_int(void);
static void tell(FILE *to, const char *format, ...) {
  va_list list; va_start(list, format);
  const char *missing = "%d %s", text[] = "%s", count[] = "%n"; const char open[2] = {'a', 'b'}; const wchar_t wide[1] = {'a'}; if (CASE == 1) printf(nondet_int() ? missing : "x", 1); if (CASE == 2) fprintf(to, text, open); if (CASE == 3) printf(count, (int *)0); if (CASE == 4) vfprintf(to, format, list); if (CASE == 5) printf("%ls", wide); if (CASE == 6) printf(open);
  va_end(list);
}
int main(void) { tell(stderr, "%d %s\n", 1); }
