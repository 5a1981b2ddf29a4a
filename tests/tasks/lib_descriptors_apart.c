// What is open at one time has different descriptors.
// expect: holds
#include <fcntl.h>
#include <sys/socket.h>
#include <assert.h>
#include <unistd.h>
int main(void) {
  int a = open("x", 0), b = open("y", 0), c = socket(1, 1, 0);
  if (a < 0 || b < 0 || c < 0) return 0;
  assert(a != b && b != c && a != c);
  int d = dup(a);
  assert(d != a);
}
