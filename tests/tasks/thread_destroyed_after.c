// A mutex that is destroyed when nobody needs it, and made anew.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *a) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_attr_t plain;
  pthread_attr_init(&plain);
  pthread_create(&t, &plain, work, 0);
  pthread_join(t, 0);
  pthread_mutex_destroy(&m);
  pthread_mutex_init(&m, 0);
  work(0);
}
