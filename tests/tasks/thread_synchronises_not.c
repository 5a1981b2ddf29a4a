// Functions from which a thread learns nothing of what others did order nothing (POSIX XBD 4.12).
// property: race
// expect: violated(race@17)
// engines: auto paths
// options: -DCALL=pthread_self()
// options: -DCALL=pthread_equal(pthread_self(),pthread_self())
// options: -DCALL=pthread_attr_init(&attributes)
// options: -DCALL=pthread_mutex_init(&own,0)
// options: -DCALL=sem_init(&count,0,0)
// options: -DCALL=sem_getvalue(&other,&now)
// options: -DCALL=sched_yield()
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
sem_t other, count; pthread_mutex_t own; pthread_attr_t attributes;
int x, now;
void *work(void *unused) { x = 1; CALL; return unused; }
int main(void) {
  pthread_t t;
  sem_init(&other, 0, 0);
  pthread_create(&t, 0, work, 0);
  sem_post(&other);
  x = 2;
  pthread_join(t, 0);
}
