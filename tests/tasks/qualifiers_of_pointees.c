// What a pointer points to may be qualified, and types are told apart by that.
// expect: violated(assertion@43)
void __VERIFIER_assert(int cond);
#define KIND(e) _Generic((e), int *: 1, const int *: 2, volatile int *: 3, const volatile int *: 4, default: 9)
struct part { const int fixed; int free; int *to; const int *to_fixed; const int list[3]; };
const int constant_global;
volatile int volatile_global;
int plain_global;
const int table[3];
typedef const int fixed_int;
fixed_int *to_typedef;

int parameters(const int *x, int y[static 2], const int z[]) { return KIND(x) * 100 + KIND(y) * 10 + KIND(z); }

int main(void) {
  const int c = 1;
  int n = 2;
  volatile int v;
  struct part s = {0}, *to_part = &s;
  const struct part fixed = {0}, *to_fixed = &fixed;
  int sum = KIND(&c) * 1 + KIND(&n) * 10 + KIND(&v) * 100 + KIND(&constant_global) * 1000;
  __VERIFIER_assert(sum == 2312);
  __VERIFIER_assert(KIND(&volatile_global) == 3 && KIND(&plain_global) == 1);
  __VERIFIER_assert(KIND(table) == 2 && KIND(&table[1]) == 2 && KIND(to_typedef) == 2 && KIND(&*to_typedef) == 2);
  __VERIFIER_assert(KIND(&s.fixed) == 2 && KIND(&s.free) == 1 && KIND(&fixed.free) == 2 && KIND(s.list) == 2);
  __VERIFIER_assert(KIND(fixed.to) == 1 && KIND(fixed.to_fixed) == 2);
  __VERIFIER_assert(KIND(&to_part->free) == 1 && KIND(&to_fixed->free) == 2 && KIND(to_fixed->to) == 1);
  __VERIFIER_assert(parameters(0, (int[2]){0}, 0) == 212);
  __VERIFIER_assert(KIND(n ? &c : &n) == 2 && KIND(n ? (void *)0 : &c) == 2 && KIND(n ? &v : &c) == 4);
  typeof(c) d = 3;
  typeof(*to_typedef) e = 1;
  __VERIFIER_assert(KIND(&d) == 2 && KIND(&e) == 2 && KIND(&(const int){1}) == 2 && KIND(&c + 1) == 2);
  __VERIFIER_assert(_Generic(c, const int: 1, int: 2) == 2);
  __VERIFIER_assert(_Generic("x", const char *: 1, char *: 2) == 2);
  __VERIFIER_assert(__builtin_types_compatible_p(const int, int));
  __VERIFIER_assert(!__builtin_types_compatible_p(const int *, int *));
  __VERIFIER_assert(!__builtin_types_compatible_p(int *const *, int **));
  __VERIFIER_assert(__builtin_types_compatible_p(int *const, int *));
  enum color { RED } red = RED;
  enum shape { ROUND };
  __VERIFIER_assert(__builtin_types_compatible_p(enum color, unsigned));
  __VERIFIER_assert(!__builtin_types_compatible_p(enum color, enum shape));
  __VERIFIER_assert(__builtin_types_compatible_p(typeof(&red), const unsigned *));
  return 0;
}
