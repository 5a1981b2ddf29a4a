// `__builtin_va_arg_pack()` stands for all arguments beyond the named ones, alone and behind others.
// expect: holds
#include <stdarg.h>
static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int all = 0;
  for (int i = 0; i < count; i++) all = 10 * all + va_arg(list, int);
  va_end(list);
  return all;
}
extern inline __attribute__((always_inline, gnu_inline)) int forward(int count, ...) {
  return sum(count, __builtin_va_arg_pack());
}
extern inline __attribute__((always_inline, gnu_inline)) int behind(int count, ...) {
  return sum(count + 1, 9, __builtin_va_arg_pack());
}
int main(void) {
  __CPROVER_assert(forward(3, 1, 2, 3) == 123 && forward(0) == 0, "");
  __CPROVER_assert(behind(2, 1, 2) == 912 && behind(0) == 9, "");
}
