// A literal cannot be taken apart.
// expect: violated(deref@5)
#include <string.h>
int main(void) {
  return strtok("a,b", ",") == 0;
}
