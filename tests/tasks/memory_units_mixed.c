// Memory of unknown size that is written as words and as bytes, at unknown places.
// expect: violated(assertion@16)
#include <stdlib.h>
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = nondet_uint(), j = nondet_uint();
  if (n < 4 || n > 1000 || i >= n || j >= 4 * n - 3) return 0;
  unsigned *words = malloc(n * sizeof *words);
  unsigned char *bytes = (unsigned char *)words;
  words[i] = 0x01020304;
  bytes[4 * i + 1] = 9;
  __CPROVER_assert(words[i] == 0x01020904, "the second byte");
  bytes[2] = 7;
  *(unsigned short *)(bytes + j) = 0x0b0a;
  __CPROVER_assert(bytes[j] == 10 && bytes[j + 1] == 11, "not aligned");
  __CPROVER_assert(words[i] == 0x01020904 || i == 0, "not hit");
  __CPROVER_assert(words[i] == 0x01020904 || i == 0 || (j / 4 == i || (j + 1) / 4 == i), "hit");
  return 0;
}
