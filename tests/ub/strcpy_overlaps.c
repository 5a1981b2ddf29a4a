// kind: overlap
// seen by: asan
#include <string.h>
#ifdef UB
#define FROM 1
#else
#define FROM 8
#endif
int main(void) {
  char text[16] = "abcdefg";
  text[8] = 'x';
  strcpy(text, text + FROM);
  return text[0] == 'y';
}
