// `__builtin_va_arg_pack_len()` counts the arguments, whatever their sizes.
// expect: holds
#include <stdarg.h>
struct Big { long a[5]; };
static int count(int n, ...) { return n; }
extern inline __attribute__((always_inline, gnu_inline)) int f(int n, ...) { return __builtin_va_arg_pack_len() * 10 + count(n, __builtin_va_arg_pack()); }
int main(void) { struct Big b; __CPROVER_assert(f(3, 1, b, 2.0) == 33 && f(1) == 1, ""); }
