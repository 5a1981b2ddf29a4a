// Two threads count without a lock: an update can be lost, within two rounds.
// property: assertion
// expect: violated(assertion@17)
// engines: cba
#include <assert.h>
#include <pthread.h>
int x;
void *inc(void *a) {
  x++;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(x == 2);
}
