// A handler that was taken away is not called when the thread ends: the lock is kept.
// property: deadlock
// expect: violated(deadlock@19)
// engines: auto paths cba
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void);
void unlock(void *p) { pthread_mutex_unlock(p); }
void *work(void *a) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  pthread_cleanup_pop(0);
  pthread_exit(0);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&lock);
}
