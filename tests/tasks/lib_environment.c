// A variable of the environment may be missing.
// expect: violated(deref@5)
#include <stdlib.h>
int main(void) {
  return getenv("HOME")[0];
}
