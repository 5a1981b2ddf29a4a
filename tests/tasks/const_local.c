// Objects that are defined `const` are written through pointers that are not to const (6.7.3p6): it is no valid access.
// property: deref
// expect: violated(deref@10) violated(deref@21) violated(deref@22) violated(deref@23) violated(deref@24) violated(deref@25) violated(deref@26)
// engines: auto bmc paths
#include <string.h>
int nondet_int(void);
struct s {
  int a, b;
};
void parameter(const int p) { *(int *)&p = 2; }
int main(void) {
  const int c = 1;
  const int many[3] = {1, 2, 3};
  const struct s s = {1, 2}, *ps = &s;
  int other = 1;
  const int *p = &other, *literal = (const int[]){1, 2};
  const char text[] = "text";
  int *q = nondet_int() ? (int *)&c : &other;
  switch (nondet_int()) {
  case 0: *(int *)p = 2; break;
  case 1: *(int *)&c = 2; break;
  case 2: *(int *)&many[1] = 2; break;
  case 3: ((struct s *)ps)->b = 3; break;
  case 4: *(int *)literal = 3; break;
  case 5: memcpy((char *)text, "other", 3); break;
  case 6: *q = 2; break;
  case 7: parameter(1); break;
  case 8: { int v = c + many[2] + s.b; return v; }
  }
  return other;
}
