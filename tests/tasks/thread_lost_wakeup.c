// A thread waits without looking whether the signal has already been given.
// property: deadlock
// expect: violated(deadlock@17)
// engines: auto paths
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *tell(void *a) {
  pthread_cond_signal(&c);
  return 0;
}
/* */
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, tell, 0);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
}
