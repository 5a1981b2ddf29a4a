// States of threads that go round for ever are not the same if a local variable differs.
// property: assertion
// expect: violated(assertion@9)
// engines: paths
#include <pthread.h>
int x, y, z;
void *look(void *arg) {
  int seen = x; while (y == 0) z = 1;
  __CPROVER_assert(seen == x, "it may have changed since");
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  x = 1;
  while (z == 0) y = 0;
  z = 0;
  y = 1;
  return 0;
}
