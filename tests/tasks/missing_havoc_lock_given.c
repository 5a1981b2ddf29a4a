// Unknown code that is given a lock may lock it: nothing is known.
// property: race
// expect: unknown
// engines: auto paths
#include <pthread.h>
void my_lock(pthread_mutex_t *);
void my_unlock(pthread_mutex_t *);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
void *work(void *a) {
  my_lock(&m);
  x++;
  my_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
}
