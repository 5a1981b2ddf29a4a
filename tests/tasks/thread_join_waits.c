// A thread that was joined has done all it does.
// property: assertion,deadlock
// expect: holds
// engines: auto paths disjuncts
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *arg) {
  x = 1;
  x = 2;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
