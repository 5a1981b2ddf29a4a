// A program without other threads that never waits for ever: locks that can be had again or say that they cannot.
// property: deadlock,assertion
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
int made;
void make(void) { made++; }
int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutex_t recursive, checked;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checked, &kind);
  assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);
  assert(pthread_mutex_unlock(&checked) == 0 && pthread_mutex_unlock(&checked) == EPERM);
  assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_trylock(&m) == EBUSY && pthread_mutex_unlock(&m) == 0);
  assert(pthread_rwlock_rdlock(&rw) == 0 && pthread_rwlock_rdlock(&rw) == 0 && pthread_rwlock_trywrlock(&rw) == EBUSY);
  assert(pthread_rwlock_unlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0 && pthread_rwlock_wrlock(&rw) == 0);
  assert(pthread_rwlock_tryrdlock(&rw) == EBUSY && pthread_rwlock_unlock(&rw) == 0);
  pthread_once(&once, make);
  pthread_once(&once, make);
  assert(made == 1);
  sem_t s;
  sem_init(&s, 0, 1);
  assert(sem_wait(&s) == 0 && sem_trywait(&s) == -1 && errno == EAGAIN);
  pthread_barrier_t alone;
  pthread_barrier_init(&alone, 0, 1);
  assert(pthread_barrier_wait(&alone) == PTHREAD_BARRIER_SERIAL_THREAD && pthread_barrier_wait(&alone) != 0);
}
