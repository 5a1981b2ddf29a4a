// As long as nobody accesses an external object of an incomplete type, its size does not matter.
// expect: holds
#include <assert.h>
struct hidden;
extern struct hidden object, other;
static struct hidden *kept = &object;
int main(void) {
  int x;
  assert((void *)&object != (void *)&x && kept == &object && kept != &other);
  return 0;
}
