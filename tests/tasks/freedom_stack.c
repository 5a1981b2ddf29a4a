// How deep calls may nest is a limit of the implementation (5.2.4.1), which recursion may meet.
// expect: holds
// assumes: the stack never overflows
#include <assert.h>
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) {
  assert(even(6));
  return 0;
}
