// What `%s` prints must be a text.
// expect: violated(deref@7)
#include <stdio.h>
int main(void) {
  char name[3] = {'a', 'b', 'c'};
  printf("%.3s\n", name);
  printf("%s\n", name);
  return 0;
}
