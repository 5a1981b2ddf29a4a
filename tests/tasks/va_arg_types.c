// Lists that are used as they should be, with arguments of all kinds.
// expect: holds
// assumes: nothing
#include <stdarg.h>
#include <stdio.h>
#include <assert.h>
struct S { int a, b, c; double d[4]; };
static int g(va_list ap) { return va_arg(ap, int); }
static int h(va_list *ap) { return va_arg(*ap, int); }
static int f(int n, ...) {
  va_list ap, aq;
  va_start(ap, n);
  va_copy(aq, ap);
  int x = g(aq);
  va_end(aq);
  assert(x == 5);
  x = h(&ap);
  assert(x == 5);
  assert(va_arg(ap, double) == 2.0);
  assert(va_arg(ap, char *)[0] == 'q');
  assert(va_arg(ap, unsigned long) == 7);
  assert(va_arg(ap, long double) == 3);
  struct S s = va_arg(ap, struct S);
  assert(s.d[3] == 9 && s.c == 3);
  assert(va_arg(ap, unsigned) == 8);
  va_end(ap);
  return x;
}
int main(void) { struct S s = {1, 2, 3, {0, 0, 0, 9}}; return f(1, 5, 2.0, "q", 7ul, 3.0L, s, 8) != 5; }
