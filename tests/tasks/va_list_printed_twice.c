// A list that was printed is indeterminate.
// expect: violated(deref@5)
#include <stdarg.h>
#include <stdio.h>
static int f(const char *s, ...) { char b[20]; va_list ap; va_start(ap, s); vsnprintf(b, 20, s, ap); vsnprintf(b, 20, s, ap); va_end(ap); return b[0]; }
int main(void) { return f("%d", 5); }
