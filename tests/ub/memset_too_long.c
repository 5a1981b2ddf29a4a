// kind: deref
// seen by: asan
#include <string.h>
#ifdef UB
#define N 9
#else
#define N 8
#endif
int main(void) {
  char to[8];
  int n = N;
  memset(to, 0, n);
  return to[0];
}
