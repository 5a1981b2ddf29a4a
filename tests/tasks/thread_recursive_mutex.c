// A recursive mutex counts, one that checks errors says so, and who does not have it cannot give it back.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t r, e;
int x;
void *work(void *a) {
  pthread_mutex_lock(&r), pthread_mutex_lock(&r);
  pthread_mutex_unlock(&r);
  x++;
  pthread_mutex_unlock(&r);
  assert(pthread_mutex_unlock(&r) == EPERM);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&r, &kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&e, &kind);
  pthread_create(&t, 0, work, 0);
  assert(pthread_mutex_lock(&e) == 0 && pthread_mutex_lock(&e) == EDEADLK);
  work(0);
  pthread_join(t, 0);
  assert(x == 2 && pthread_mutex_unlock(&e) == 0);
}
