// kind: deref
// seen by: asan
#include <string.h>
#ifdef UB
#define END 'd'
#else
#define END 0
#endif
int main(void) {
  char text[4] = {'a', 'b', 'c', END};
  return strlen(text) == 77;
}
