// Every access is under a lock; racy: not always under the same one.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *lock) {
  pthread_mutex_lock(lock);
  x = x * 2 + 1;
  pthread_mutex_unlock(lock);
  return 0;
}
int main(void) {
  pthread_t t;
#ifdef RACY
  pthread_create(&t, 0, work, &b);
#else
  pthread_create(&t, 0, work, &a);
#endif
  work(&a);
  return pthread_join(t, 0);
}
