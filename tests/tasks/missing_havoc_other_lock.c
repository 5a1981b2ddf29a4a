// A type of the same name as a lock's that is the program's own is memory like any other.
// property: assertion
// expect: violated(assertion@13)
#include <assert.h>
typedef struct {
  int locked;
} mtx_t;
void unknown(void);
mtx_t m;
int main(void) {
  m.locked = 1;
  unknown();
  assert(m.locked == 1);
}
