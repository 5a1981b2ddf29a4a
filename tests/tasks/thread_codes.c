// What functions for threads return, and what they remember.
// property: assertion
// expect: holds
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
sem_t s;
int main(void) {
  int old, value;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0) == 0);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_ASYNCHRONOUS);
  assert(pthread_setcancelstate(7, &old) == EINVAL && pthread_setcanceltype(-1, &old) == EINVAL);

  assert(sem_init(&s, 0, 2147483648u) == -1 && errno == EINVAL);
  assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
  assert(sem_post(&s) == -1 && errno == EOVERFLOW);
  assert(sem_getvalue(&s, &value) == 0 && value == SEM_VALUE_MAX && sem_destroy(&s) == 0);

  pthread_attr_t a;
  size_t size;
  assert(pthread_attr_init(&a) == 0 && pthread_attr_setdetachstate(&a, 2) == EINVAL);
  assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
  if (pthread_attr_setstacksize(&a, 1 << 20) == 0) assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);

  pthread_mutexattr_t ma;
  assert(pthread_mutexattr_init(&ma) == 0 && pthread_mutexattr_settype(&ma, 17) == EINVAL);
  assert(pthread_mutexattr_setpshared(&ma, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_ERRORCHECK) == 0);
  assert(pthread_mutexattr_getpshared(&ma, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_gettype(&ma, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
  pthread_condattr_t ca;
  clockid_t clock;
  assert(pthread_condattr_init(&ca) == 0 && pthread_condattr_setclock(&ca, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&ca, &clock) == 0 && clock == CLOCK_MONOTONIC);

  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  struct timespec never = {0, 1000000000};
  assert(pthread_mutex_timedlock(&m, &never) == 0 && pthread_mutex_timedlock(&m, &never) == EINVAL);
  assert(pthread_cond_timedwait(&c, &m, &never) == EINVAL && pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_destroy(&m) == 0 && pthread_cond_destroy(&c) == 0);
  pthread_key_t key;
  assert(pthread_key_create(&key, 0) == 0 && pthread_getspecific(key) == 0 && pthread_key_delete(key) == 0);
  assert(pthread_barrier_init(&(pthread_barrier_t){0}, 0, 0) == EINVAL);
}
