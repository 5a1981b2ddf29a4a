// From the start of a file, `lseek` gives the place that was asked for, or fails; only devices do something else.
// property: assertion
// expect: unknown
#include <assert.h>
#include <unistd.h>
int main(void) {
  long p = lseek(0, 7, SEEK_SET);
  assert(p == 7 || p == -1);
  return 0;
}
