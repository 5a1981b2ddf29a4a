// The end of a wait is no proof that something was signalled.
// property: assertion
// expect: violated(assertion@21)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec soon;
int ready;
void *tell(void *a) {
  pthread_mutex_lock(&m), ready = 1;
  pthread_cond_signal(&c), pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, tell, 0);
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_timedwait(&c, &m, &soon);
  assert(ready);
  pthread_mutex_unlock(&m);
}
