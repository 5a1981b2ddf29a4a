// A thread that is cancelled while it waits may go on if what it waits for comes first (POSIX 2.9.5.2).
// expect: violated(assertion@20)
// engines: auto paths
#include <pthread.h>
#include <semaphore.h>
static sem_t posted;
static int done;
static void *waits(void *unused) {
  sem_wait(&posted);
  done = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&posted, 0, 0);
  pthread_create(&t, 0, waits, 0);
  pthread_cancel(t);
  sem_post(&posted);
  pthread_join(t, 0);
  __CPROVER_assert(done == 0, "cancelled");
}
