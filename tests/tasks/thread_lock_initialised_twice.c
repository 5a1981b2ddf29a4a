// A lock that is initialised must not be initialised again.
// property: assertion
// expect: holds
// engines: auto paths
// assumes: no lock, condition variable, barrier or semaphore is initialised twice
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int main(void) {
  pthread_mutex_init(&m, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_init(&m, 0);
  assert(pthread_mutex_trylock(&m) == 0);
}
