// kind: assertion
// seen by: tsan
// A mutex that was not locked is unlocked.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
#ifndef UB
  pthread_mutex_lock(&m);
#endif
  pthread_mutex_unlock(&m);
  return 0;
}
