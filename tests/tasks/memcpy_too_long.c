// A copy that may be longer than its target.
// expect: violated(deref@8)
#include <string.h>
extern unsigned nondet_uint(void);
int main(void) {
  char a[8] = "1234567", b[6];
  unsigned n = nondet_uint();
  if (n <= 8) memcpy(b, a, n);
  return 0;
}
