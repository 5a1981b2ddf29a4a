// A list that is begun and not ended.
// expect: holds
// assumes: a `va_list` is taken to need no `va_end`
#include <stdarg.h>
static int f(int n, ...) { va_list ap; va_start(ap, n); return va_arg(ap, int); }
int main(void) { return f(1, 5); }
