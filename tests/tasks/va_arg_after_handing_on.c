// Whether the callee takes arguments from a list decides whether the caller still may.
// expect: unknown
#include <stdarg.h>
static int g(va_list ap) { return va_arg(ap, int); }
static int f(int n, ...) { va_list ap; va_start(ap, n); int x = g(ap); x += va_arg(ap, int); va_end(ap); return x; }
int main(void) { return f(1, 5, 6); }
