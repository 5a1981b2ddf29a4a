// What is read is arbitrary, and only read if the count says so.
// expect: holds
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a = 1, b = 2;
  char word[4];
  int count = scanf("%d %*d %d %3s", &a, &b, word);
  assert(count >= -1 && count <= 3);
  if (count < 1) assert(a == 1);
  if (count < 2) assert(b == 2);
  if (count == 3) assert(word[3] == 0 || word[2] == 0 || word[1] == 0);
  return 0;
}
