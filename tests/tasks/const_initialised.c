// The first value of a `const` object may come from anywhere, and again on every way into its scope.
// property: deref,assertion
// expect: holds
#include <assert.h>
struct s {
  int a, b;
};
struct s make(int a) {
  struct s s = {a, a};
  return s;
}
int sum(const struct s *p) {
  const struct s copy = *p;
  const int *const q = &copy.b;
  return copy.a + *q;
}
int main(void) {
  int n = 0;
again:;
  const struct s first = make(n), *p = &first;
  const int squares[] = {n, n * n}, *q = squares;
  if (n++ < 2) goto again;
  assert(sum(p) == 4 && q[1] == 4);
  for (int i = 0; i < 3; i++) {
    const int c = i, *r = &c;
    const int *literal = &(const int){i};
    assert(*r == i && *literal == i);
  }
  const struct s array[2] = {first, *p};
  assert(array[1].b == 2);
  return 0;
}
