// Functions that synchronise memory (POSIX XBD 4.12): what comes before one and after the other does not race.
// property: race
// expect: holds
// engines: auto paths
// options: -DTELL=sem_post(&s) -DLEARN=sem_wait(&s)
// options: -DTELL=sem_post(&s) -DLEARN=if(sem_trywait(&s))return(0)
// options: -DTELL=sem_post(&s) -DLEARN=if(sem_timedwait(&s,&limit))return(0)
// options: -DTELL=pthread_barrier_wait(&b) -DLEARN=pthread_barrier_wait(&b)
// options: -DTELL=pthread_exit(0) -DLEARN=pthread_join(t,0)
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
sem_t s;
pthread_barrier_t b;
int x;
struct timespec limit;
void *work(void *unused) {
  x = 1;
  TELL;
  return unused;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, work, 0);
  LEARN;
  x = 2;
}
