// A mutex that is destroyed while another thread may have it, or is still to lock it.
// property: assertion
// expect: violated(assertion@8) violated(assertion@15)
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
  pthread_create(&t, 0, work, 0);
  pthread_mutex_destroy(&m);
  pthread_join(t, 0);
}
