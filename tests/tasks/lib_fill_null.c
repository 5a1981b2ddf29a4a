// Null is no memory to fill, not even nothing of it.
// expect: violated(deref@5)
#include <string.h>
int nondet_int(void);
int main(void) { char b[4]; char *p = nondet_int() ? b : 0; int n = p ? 4 : 0; memset(p, 0, n); }
