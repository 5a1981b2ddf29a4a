// An external object of an incomplete type: its address is its own, and nothing is known of its bytes.
// expect: unknown
#include <assert.h>
#include <string.h>
struct hidden;
extern struct hidden object;
int main(void) {
  int x, j;
  assert((void *)&object != (void *)&x);
  memcpy(&j, &object, sizeof j);
  assert(j == 0);
  return 0;
}
