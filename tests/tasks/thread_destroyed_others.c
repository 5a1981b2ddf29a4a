// What was destroyed is not used: not a condition variable, nor a semaphore, a read-write lock, a barrier or a spin lock.
// property: assertion
// expect: violated(assertion@31)
// options: -DHOW=1
// options: -DHOW=2
// options: -DHOW=3
// options: -DHOW=4
// options: -DHOW=5
// options: -DHOW=6
// options: -DHOW=7
// engines: auto paths
#include <pthread.h>
#include <semaphore.h>
int main(void) {
  pthread_cond_t c;
  pthread_rwlock_t l;
  pthread_barrier_t b;
  pthread_spinlock_t spin;
  sem_t s;
  pthread_cond_init(&c, 0);
  pthread_rwlock_init(&l, 0);
  pthread_barrier_init(&b, 0, 1);
  pthread_spin_init(&spin, 0);
  sem_init(&s, 0, 1);
  pthread_cond_destroy(&c);
  pthread_rwlock_destroy(&l);
  pthread_barrier_destroy(&b);
  pthread_spin_destroy(&spin);
  sem_destroy(&s);
#define IF(number, call) HOW == number ? call :
  return IF(1, pthread_cond_signal(&c)) IF(2, pthread_cond_destroy(&c)) IF(3, sem_post(&s)) IF(4, pthread_rwlock_rdlock(&l)) IF(5, pthread_rwlock_wrlock(&l)) IF(6, pthread_barrier_wait(&b)) pthread_spin_lock(&spin);
}
