// Work is done if the lock could be had; racy: in any case.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *a) {
  int got = pthread_mutex_trylock(&m) == 0;
#ifdef RACY
  x++;
#else
  if (got) x++;
#endif
  if (got) pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  return pthread_join(t, 0);
}
