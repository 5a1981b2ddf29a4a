// Trying to lock says whether it was possible.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *a) {
  int error = pthread_mutex_trylock(&m);
  assert(error == 0 || error == EBUSY);
  if (error != 0) return 0;
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(x == 1 || x == 2);
}
