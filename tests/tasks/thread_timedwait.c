// Who waits only for some time goes on when it is over: nothing is lost for ever.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec soon;
void *tell(void *a) {
  pthread_cond_signal(&c);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, tell, 0);
  pthread_mutex_lock(&m);
  int error = pthread_cond_timedwait(&c, &m, &soon);
  assert(error == 0 || error == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
