// Looking at a semaphore does not synchronise memory (POSIX XBD 4.12), nor does an attempt that fails: that is assumed.
// property: race
// expect: holds
// engines: auto paths
// assumes: `sem_getvalue` and `pthread_cancel` are taken to synchronise memory, which POSIX does not say
// assumes: attempts to lock or to wait are taken to synchronise memory even if they fail
#include <pthread.h>
#include <semaphore.h>
sem_t s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *work(void *unused) {
  x = 1;
  sem_post(&s);
  y = 1;
  pthread_mutex_lock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  int v;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, work, 0);
  sem_getvalue(&s, &v);
  if (v > 0) x = 2;
  if (pthread_mutex_trylock(&m) != 0) y = 2;
  else pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
