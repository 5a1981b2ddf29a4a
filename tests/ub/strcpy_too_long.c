// kind: deref
// seen by: asan
#include <string.h>
#ifdef UB
#define TEXT "abcd"
#else
#define TEXT "abc"
#endif
int main(void) {
  char to[4];
  const char *from = TEXT;
  strcpy(to, from);
  return to[0] == 'x';
}
