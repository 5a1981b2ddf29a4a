// Nothing is claimed behind an access, or a call, that is surely invalid and that nobody asks about, though symbolic
// execution, which cannot follow what is before it, does not say so.
// property: assertion
// expect: unknown
// engines: bam
// options: -DBAD=*p=1
// options: -DBAD=f()
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern size_t nondet_size(void);
int main(void) {
  size_t n = nondet_size();
  int *p = 0;
  void (*f)(void) = 0;
  if (n < 5000 || n > 10000) return 0;
  char *large = malloc(n);
  memset(large, 0, n);
  BAD;
  assert(0);
  return 0;
}
