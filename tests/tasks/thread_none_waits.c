// A program without other threads waits for what nobody will do: a lock that it has, a semaphore, a barrier of two, a
// signal, its own end.
// property: deadlock
// expect: violated(deadlock@39)
// options: -DCASE=1
// options: -DCASE=2
// options: -DCASE=3
// options: -DCASE=4
// options: -DCASE=5
// options: -DCASE=6
// options: -DCASE=7
// options: -DCASE=8
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
pthread_barrier_t both;
sem_t s;
int main(void) {
#if CASE == 1
#define WAIT pthread_mutex_lock(&m), pthread_mutex_lock(&m)
#elif CASE == 2
#define WAIT pthread_spin_init(&spin, 0), pthread_spin_lock(&spin), pthread_spin_lock(&spin)
#elif CASE == 3
#define WAIT sem_init(&s, 0, 1), sem_wait(&s), sem_wait(&s)
#elif CASE == 4
#define WAIT pthread_join(pthread_self(), 0)
#elif CASE == 5
#define WAIT pthread_rwlock_wrlock(&rw), pthread_rwlock_wrlock(&rw)
#elif CASE == 6
#define WAIT pthread_rwlock_rdlock(&rw), pthread_rwlock_wrlock(&rw)
#elif CASE == 7
#define WAIT pthread_mutex_lock(&m), pthread_cond_wait(&c, &m)
#elif CASE == 8
#define WAIT pthread_barrier_init(&both, 0, 2), pthread_barrier_wait(&both)
#endif
  WAIT;
}
