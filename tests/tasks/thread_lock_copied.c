// A copy of a lock is no lock (POSIX 2.9.9).
// property: assertion
// expect: holds
// engines: auto paths
// assumes: no copy of a lock is used as a lock
#include <assert.h>
#include <pthread.h>
struct guarded { int value; pthread_mutex_t lock; } a = {0, PTHREAD_MUTEX_INITIALIZER}, b;
int main(void) {
  pthread_mutex_lock(&a.lock);
  b = a;
  assert(pthread_mutex_unlock(&b.lock) == 0);
  pthread_mutex_unlock(&a.lock);
}
