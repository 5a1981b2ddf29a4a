// The same, byte by byte.
// property: assertion
// expect: holds
// engines: auto paths
// assumes: no copy of a lock is used as a lock
#include <assert.h>
#include <pthread.h>
#include <string.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b;
int main(void) {
  pthread_mutex_lock(&a);
  memcpy(&b, &a, sizeof a);
  assert(pthread_mutex_unlock(&b) == 0);
  pthread_mutex_unlock(&a);
}
