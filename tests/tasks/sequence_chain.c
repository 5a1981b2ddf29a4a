// Two assignments of one value in a chain, perhaps to one element.
// expect: holds
// assumes: effects that are not sequenced take place from left to right
#include <assert.h>
int main(void) {
  int a[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      a[i][j] = a[j][i] = i + j;
  assert(a[0][1] == 1 && a[1][1] == 2);
  return 0;
}
