// The first thread ends on its own and is joined by the one it made; and threads that join each other wait for ever.
// property: assertion,deadlock
// expect: violated(deadlock@26)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
pthread_t first;
int waits;
void *work(void *a) {
  void *result;
  assert(!pthread_equal(first, pthread_self()));
  assert(pthread_detach(pthread_self()) == 0);
  assert(pthread_join(first, &result) == 0);
  assert(result == &waits);
  return 0;
}
int nondet_int(void);
int main(void) {
  pthread_t t;
  first = pthread_self();
  assert(first != 0);
  pthread_create(&t, 0, work, 0);
  if (nondet_int()) pthread_exit(&waits);
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
}
