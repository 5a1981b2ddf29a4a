// Each is initialised once, by a call that is executed once: nothing is assumed of that.
// property: assertion,deref,free,bounds
// expect: holds
// engines: auto paths
// assumes: locks, condition variables, semaphores, barriers and keys of threads can always be made, and data be set for keys
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m;
sem_t s;
int main(void) {
  pthread_cond_t c;
  pthread_mutex_init(&m, 0);
  pthread_cond_init(&c, 0);
  sem_init(&s, 0, 1);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  sem_wait(&s);
  assert(pthread_mutex_unlock(&m) == 0);
  pthread_cond_destroy(&c);
  sem_destroy(&s);
}
