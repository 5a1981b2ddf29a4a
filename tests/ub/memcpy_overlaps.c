// kind: overlap
// seen by: asan
#include <string.h>
#ifdef UB
#define COPY memcpy
#else
#define COPY memmove
#endif
int main(void) {
  char text[8] = "abcdefg";
  COPY(text + 1, text, 6);
  return text[2] == 'x';
}
