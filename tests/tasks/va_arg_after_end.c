// Nothing is taken from a list after its end.
// expect: violated(deref@4)
#include <stdarg.h>
static int f(int n, ...) { va_list ap; va_start(ap, n); va_end(ap); return va_arg(ap, int); }
int main(void) { return f(1, 5); }
