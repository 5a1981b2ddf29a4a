// kind: deref
// seen by: asan
#include <stdlib.h>
struct text { int length; char chars[]; };
#ifdef UB
#define I 3
#else
#define I 2
#endif
int main(void) {
  struct text *t = malloc(sizeof *t + 3);
  if (!t) return 0;
  t->length = 3;
  t->chars[I] = 'x';
  free(t);
  return 0;
}
