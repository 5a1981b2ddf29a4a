// Who writes the bytes of a lock is in no order with those who lock it.
// property: race
// expect: violated(race@8)
// engines: auto paths
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
static void set(void) { m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  set();
  pthread_join(a, 0);
}
