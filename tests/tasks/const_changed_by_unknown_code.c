// A pointer to `const` may lead to an object that is not.
// expect: violated(assertion@9)
#include <assert.h>
void look(const int *);
int main(void) {
  int changed = 7;
  const int *p = &changed;
  look(p);
  assert(*p == 7);
  return 0;
}
