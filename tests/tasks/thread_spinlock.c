// A lock that is spun on excludes; trying says whether it was free.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
pthread_spinlock_t lock;
int x;
void *work(void *a) {
  if (pthread_spin_trylock(&lock) != 0) pthread_spin_lock(&lock);
  x++;
  pthread_spin_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, 0);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(x == 2);
  pthread_spin_destroy(&lock);
}
