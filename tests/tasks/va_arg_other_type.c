// An argument is taken by another type.
// expect: violated(deref@4)
#include <stdarg.h>
static long f(int n, ...) { va_list ap; va_start(ap, n); long x = va_arg(ap, long); va_end(ap); return x; }
int main(void) { return f(1, 5) == 5; }
