// Readers do not disturb each other, a writer is alone.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;
void *reader(void *a) {
  pthread_rwlock_rdlock(&lock);
  assert(x == y);
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pthread_rwlock_wrlock(&lock);
  x++, y++;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
}
