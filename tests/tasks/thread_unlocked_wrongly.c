// Unlocking what is not locked, or what another thread has, is undefined; so is waiting with a mutex that one has not.
// property: assertion
// expect: violated(assertion@40)
// engines: auto paths
// options: -DCASE=1
// options: -DCASE=2
// options: -DCASE=3
// options: -DCASE=4
// options: -DCASE=5
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, another = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_spinlock_t spin;
pthread_barrier_t both;
int x;
void *work(void *a) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_cond_wait(&c, &m);
  pthread_barrier_wait(&both);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&spin, 0);
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&t, 0, work, 0);
#if CASE == 1
#define WRONG pthread_mutex_unlock(&another)
#elif CASE == 2
#define WRONG pthread_rwlock_unlock(&rw)
#elif CASE == 3
#define WRONG pthread_spin_unlock(&spin)
#elif CASE == 4
#define WRONG pthread_cond_wait(&c, &m)
#elif CASE == 5
#define WRONG pthread_rwlock_rdlock(&rw), pthread_rwlock_destroy(&rw)
#endif
  WRONG;
}
