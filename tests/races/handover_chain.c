// Locks in a chain of three threads; racy: the last link uses the lock of the first.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int a, b;
void *first(void *x) {
  pthread_mutex_lock(&m);
  a = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
void *second(void *x) {
  int seen;
  pthread_mutex_lock(&m);
  seen = a;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n);
  b = seen;
  pthread_mutex_unlock(&n);
  return 0;
}
void *third(void *x) {
  pthread_mutex_t *lock = &n;
  int seen;
#ifdef RACY
  lock = &m;
#endif
  pthread_mutex_lock(lock);
  seen = b;
  pthread_mutex_unlock(lock);
  return seen < 0 ? x : 0;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_create(&v, 0, third, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return pthread_join(v, 0);
}
