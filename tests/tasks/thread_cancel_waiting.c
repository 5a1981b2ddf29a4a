// Threads that wait for ever end when they are cancelled: for a condition, which keeps its mutex for the handler, for a
// semaphore, for another thread.
// property: assertion,deadlock,deref
// expect: holds
// engines: auto paths
// options: -DHOW=1
// options: -DHOW=2
// options: -DHOW=3
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static pthread_t first;
static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }
static void *work(void *a) {
#if HOW == 1
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
#elif HOW == 2
  sem_wait(&s);
#else
  pthread_join(first, 0);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  void *result;
  first = pthread_self();
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  assert(pthread_mutex_trylock(&m) == 0);
}
