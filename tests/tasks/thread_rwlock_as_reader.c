// A writer that locks as a reader does is not alone.
// property: race
// expect: violated(race@9)
// engines: auto paths
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *work(void *a) {
  pthread_rwlock_rdlock(&lock), x = 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
