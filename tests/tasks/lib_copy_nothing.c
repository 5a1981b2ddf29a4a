// Copies of no bytes of objects that are there.
// expect: holds
#include <string.h>
int nondet_int(void);
int main(void) { char b[4] = "abc", c[4]; unsigned n = nondet_int(); if (n > 4) return 0; memcpy(c, b, n); memmove(c, b, n); memset(c, 1, n); return memcmp(b, b, n); }
