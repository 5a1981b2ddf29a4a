// A thread that is cancelled while it has a lock keeps it. Locking is no cancellation point.
// property: deadlock
// expect: violated(deadlock@17)
// engines: auto paths
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *a) {
  pthread_mutex_lock(&m);
  pthread_testcancel();
  return (void *)(long)pthread_mutex_unlock(&m);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
}
