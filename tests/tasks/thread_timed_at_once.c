// What can be had at once does not fail by a time limit, and a mutex that is checked says who has it.
// property: assertion
// expect: holds
// engines: auto paths
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t m;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  struct timespec now = {0, 0};
  sem_t s;
  sem_init(&s, 0, 1);
  assert(sem_timedwait(&s, &now) == 0);
  assert(sem_timedwait(&s, &now) == -1 && errno == ETIMEDOUT);
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attributes);
  assert(pthread_cond_timedwait(&c, &m, &now) == EPERM);
  assert(pthread_mutex_timedlock(&m, &now) == 0);
  assert(pthread_mutex_timedlock(&m, &now) == EDEADLK);
  assert(pthread_mutex_unlock(&m) == 0);
}
