// A word can be longer than the room for it.
// expect: violated(deref@6)
#include <stdio.h>
int main(void) {
  char word[4];
  if (scanf("%s", word) != 1) return 1;
  return 0;
}
