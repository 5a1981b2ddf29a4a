// A condition variable or a barrier is destroyed while a thread waits for it, or before it does.
// property: assertion
// expect: violated(assertion@13) violated(assertion@21)
// engines: auto paths
// options: -DDESTROY=pthread_cond_destroy(&c)
// options: -DDESTROY=pthread_barrier_destroy(&both)
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_barrier_t both;
void *work(void *a) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m), pthread_barrier_wait(&both);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&t, 0, work, 0);
  DESTROY;
}
