// One thread of those that meet at a barrier is told so, and it can be any of them.
// property: assertion
// expect: violated(assertion@12)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
pthread_barrier_t barrier;
int told, arrived;
void *work(void *p) {
  int first = __sync_fetch_and_add(&arrived, 1) == 0, r = pthread_barrier_wait(&barrier);
  assert(r == 0 || r == PTHREAD_BARRIER_SERIAL_THREAD);
  if (first) assert(r == 0);
  if (r != 0) __sync_fetch_and_add(&told, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(told == 1);
}
