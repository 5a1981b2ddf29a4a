// A normal mutex that a thread has already is waited for in vain.
// property: deadlock
// expect: violated(deadlock@8)
// engines: auto paths
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *a) {
  pthread_mutex_lock(&m), pthread_mutex_lock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
