// kind: race
// seen by: tsan
#include <pthread.h>
int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *arg) {
#ifndef UB
  pthread_mutex_lock(&m);
#endif
  counter++;
#ifndef UB
  pthread_mutex_unlock(&m);
#endif
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
