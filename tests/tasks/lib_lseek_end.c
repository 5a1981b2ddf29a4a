// How long a file is can be anything.
// property: assertion
// expect: violated(assertion@7)
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(lseek(0, 0, SEEK_END) != 7);
  return 0;
}
