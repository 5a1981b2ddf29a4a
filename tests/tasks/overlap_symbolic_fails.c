// A copy that overlaps for some lengths only.
// property: overlap
// expect: violated(overlap@6)
#include <string.h>
unsigned nondet_uint(void);
void copy(char *to, const char *from, unsigned n) { memcpy(to, from, n); }
int main(void) {
  char b[16] = {0};
  unsigned n = nondet_uint(), at = nondet_uint();
  if (n > 8 || at > 8) return 0;
  if (at + 1 >= n) copy(b, b + at, n);
  return 0;
}
