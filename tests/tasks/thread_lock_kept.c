// A thread ends and keeps a lock that another one waits for; the first one goes on.
// property: deadlock
// expect: violated(deadlock@8)
// engines: auto paths
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *keep(void *a) {
  pthread_mutex_lock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, keep, 0);
  pthread_create(&b, 0, keep, 0);
  return 0;
}
