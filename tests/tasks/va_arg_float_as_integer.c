// A floating argument is taken as an integer.
// expect: violated(deref@4)
#include <stdarg.h>
static long f(int n, ...) { va_list ap; va_start(ap, n); long x = va_arg(ap, long); va_end(ap); return x; }
int main(void) { return f(1, 5.0) == 5; }
