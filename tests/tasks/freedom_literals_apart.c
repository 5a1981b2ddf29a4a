// Literals that cannot share bytes, and equal ones that initialise arrays or are never compared.
// expect: holds
// assumes: nothing
#include <assert.h>
static int length(const char *text) {
  int n = 0;
  while (text[n])
    n++;
  return n;
}
int main(void) {
  const char *p = "abcd", *q = "abc";
  char first[] = "abcd", second[] = "abcd";
  assert(p != q);
  assert((char *)first != (char *)second);
  assert(length(q) == 3 && p != 0);
  return 0;
}
