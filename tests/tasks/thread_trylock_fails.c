// Trying to lock can fail.
// property: assertion
// expect: violated(assertion@9)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *a) {
  assert(pthread_mutex_trylock(&m) == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
