// Two threads take two locks in different orders.
// property: deadlock
// expect: violated(deadlock@8)
// engines: auto paths
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
  pthread_mutex_lock(&m), pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n), pthread_mutex_unlock(&m);
  return 0;
}
void *g(void *a) {
  pthread_mutex_lock(&n), pthread_mutex_lock(&m);
  pthread_mutex_unlock(&n), pthread_mutex_unlock(&m);
  return 0;
}
/* */
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(a, 0), pthread_join(b, 0);
}
