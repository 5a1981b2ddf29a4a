// The descriptor of what was closed may come again.
// expect: violated(assertion@11)
#include <fcntl.h>
#include <assert.h>
#include <unistd.h>
int main(void) {
  int a = open("x", 0);
  if (a < 0) return 0;
  close(a);
  int b = open("y", 0);
  assert(a != b);
}
