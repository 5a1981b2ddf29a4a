// The bytes of two pointers may be equal if one object was freed before the other was made: its end is no part to leave out.
// property: assertion
// options: -DBYTES
// options: -DUNION
// options: -DSCOPES
// expect: violated(assertion@12)
// engines: auto bmc
#include <stdlib.h>
#include <string.h>
static void apart(const void *first, const void *second) {
  unsigned long a, b;
  memcpy(&a, first, sizeof a), memcpy(&b, second, sizeof b);
#line 12
  __CPROVER_assert(a != b, "apart");
}
int main(void) {
#ifdef BYTES
  char *old = malloc(8), *kept = old;
  free(old);
  char *now = malloc(8);
#line 12
  __CPROVER_assert(memcmp(&kept, &now, 8) != 0, "apart");
#elif defined UNION
  union {
    char *p;
    unsigned long u;
  } a, b;
  a.p = malloc(8), free(a.p), b.p = malloc(8);
#line 12
  __CPROVER_assert(a.u != b.u, "apart");
#else
  int *a, *b;
  {
    int x;
    a = &x;
  }
  {
    int y;
    b = &y;
  }
  apart(&a, &b);
#endif
}
