// It may also be longer than one thinks.
// property: deref
// expect: violated(deref@9)
#include <stdlib.h>
#include <string.h>
int main(void) {
  char home[8];
  char *text = getenv("HOME");
  if (text) strcpy(home, text);
  return 0;
}
