// Pointers that stay in their object or one past its end.
// property: pointer,deref,bounds
// expect: holds
#include <stdlib.h>
unsigned nondet_uint(void);
struct s {
  int a[4];
  char text[];
};
int main(void) {
  int a[4] = {1, 2, 3, 4}, *end = a + 4, sum = 0;
  for (int *p = a; p < end; p++) sum += *p;
  for (int *p = end; p > a;) sum -= *--p;
  unsigned n = nondet_uint();
  if (n > 4) return 0;
  int *q = &a[n];
  if (end - q != 4 - (int)n) return 1;
  int two[2][3] = {{0}};
  int(*row)[3] = two;
  row += 2;
  int *last = &two[1][3];
  struct s *s = malloc(sizeof *s + 8);
  if (s == 0) return 0;
  char *text = &s->text[8];
  while (text > s->text) *--text = 0;
  char *null = 0;
  null += 0;
  free(s);
  return last == (int *)row && null == 0;
}
