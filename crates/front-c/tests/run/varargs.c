/* Functions with variable arguments. */
#include <stdarg.h>
static unsigned sum;
static int mix(int x) { sum = sum * 31 + (unsigned)x; return x; }
struct pair { int a; double b; char c[20]; };

static double all(const char *kinds, ...) {
  double total = 0;
  va_list list;
  va_start(list, kinds);
  for (; *kinds; kinds++) {
    switch (*kinds) {
    case 'i': total += va_arg(list, int); break;
    case 'l': total += va_arg(list, long long); break;
    case 'd': total += va_arg(list, double); break;
    case 's': total += va_arg(list, const char *)[1]; break;
    case 'p': { struct pair p = va_arg(list, struct pair); total += p.a + p.b + p.c[3]; break; }
    }
  }
  va_end(list);
  return total;
}
static int inner(int n, va_list list) { int t = 0; while (n-- > 0) t = t * 3 + va_arg(list, int); return t; }
static int outer(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  int first = va_arg(copy, int), whole = inner(n, list);
  va_end(copy);
  va_end(list);
  return whole + first * 1000;
}
static void by_pointer(va_list *list) { mix(va_arg(*list, int)); }
static int twice(int n, ...) {
  va_list list;
  va_start(list, n);
  by_pointer(&list);
  int second = va_arg(list, int);
  va_end(list);
  return second;
}
int main(void) {
  struct pair p = {1, 2.5, "abcd"};
  char c = 'x';
  float f = 1.25f;
  mix((int)(long long)(all("ildspi", 3, 1ll << 40, 2.5, "hey", p, 7) / 3));
  mix((int)(all("id", c, f) * 100));
  mix(outer(3, 5, 6, 7));
  mix(twice(2, 8, 9));
  int (*through)(int, ...) = outer;
  mix(through(2, 1, -4));
  mix((int)all(""));
  return (int)sum;
}
